/** Requests of Discover. Every call throws its error, because the page shows it. */

import type {
  Category,
  DiscoverTopic,
  Entry,
  EntryDiscussion,
  EntrySort,
  EntryStats,
  Share,
  SuggestedTopic,
} from '../api-types.js';
import { call } from '../app/api.js';
import type { ListPage } from '../ui/use-pages.js';

const TOPICS = 30;
const ENTRIES = 20;
const MINE = 30;
const DISCUSSION = 200;

export const loadCategories = async (): Promise<Category[]> => (await call('GET /api/discover/categories')).categories;

export async function loadTopics(category: string | null, offset: number): Promise<ListPage<DiscoverTopic>> {
  const query = { limit: TOPICS, offset, ...(category && { category }) };
  const { topics, has_more } = await call('GET /api/discover/topics', { query });
  return { items: topics, hasMore: has_more };
}

export const suggestTopics = async (words: string): Promise<SuggestedTopic[]> =>
  (await call('GET /api/discover/topics/suggest', { query: { q: words } })).topics;

export const loadTopic = async (tag: string): Promise<DiscoverTopic> =>
  (await call('GET /api/discover/topics/{tag}', { path: { tag } })).topic;

export async function loadEntries(tag: string, sort: EntrySort, offset: number): Promise<ListPage<Entry>> {
  const request = { path: { tag }, query: { sort, limit: ENTRIES, offset } };
  const { entries, has_more } = await call('GET /api/discover/topics/{tag}/entries', request);
  return { items: entries, hasMore: has_more };
}

const entryPath = (id: number) => ({ path: { id: String(id) } });

export const loadEntry = async (id: number): Promise<Entry> =>
  (await call('GET /api/discover/entries/{id}', entryPath(id))).entry;
export const loadEntryStats = (id: number): Promise<EntryStats> =>
  call('GET /api/discover/entries/{id}/stats', entryPath(id));
export const loadEntryDiscussion = (id: number): Promise<EntryDiscussion> =>
  call('GET /api/discover/entries/{id}/discussion', { ...entryPath(id), query: { limit: DISCUSSION } });

export async function loadMyEntries(offset: number): Promise<ListPage<Entry>> {
  const { entries, total } = await call('GET /api/discover/me/entries', { query: { limit: MINE, offset } });
  return { items: entries, hasMore: offset + entries.length < total && entries.length > 0 };
}

export const reportView = (id: number): Promise<unknown> => call('POST /api/discover/entries/{id}/view', entryPath(id));
export const reportShare = (id: number, via: 'forward' | 'link'): Promise<unknown> =>
  call('POST /api/discover/entries/{id}/share', { ...entryPath(id), body: { via } });

export const shareArticle = async (room: string, messageId: string): Promise<Share> =>
  (await call('POST /api/rooms/{slug}/messages/{id}/share', { path: { slug: room, id: messageId } })).share;
