/** What Discover reads of the service. Every call throws its refusal: the page says what it means. */
import { authorized } from '../net/api.js';
import type { Category, DiscoverTopic, Entry, EntryDiscussion, EntryStats, Share, SuggestedTopic } from '../wire.js';

export type Sort = 'new' | 'old' | 'top';

export interface ListPage<T> {
  items: T[];
  hasMore: boolean;
}

const TOPICS = 30;
const ENTRIES = 20;
const MINE = 30;
const DISCUSSION = 200;

const get = <T>(path: string): Promise<T> => authorized<T>('GET', `/discover${path}`);
const post = (path: string, body?: object): Promise<unknown> => authorized('POST', `/discover${path}`, body);

export const loadCategories = async (): Promise<Category[]> =>
  (await get<{ categories: Category[] }>('/categories')).categories;

export async function loadTopics(category: string | null, offset: number): Promise<ListPage<DiscoverTopic>> {
  const query = new URLSearchParams({ limit: String(TOPICS), offset: String(offset), ...(category && { category }) });
  const page = await get<{ topics: DiscoverTopic[]; has_more: boolean }>(`/topics?${query}`);
  return { items: page.topics, hasMore: page.has_more };
}

export const suggestTopics = async (words: string): Promise<SuggestedTopic[]> =>
  (await get<{ topics: SuggestedTopic[] }>(`/topics/suggest?${new URLSearchParams({ q: words })}`)).topics;

export const loadTopic = async (tag: string): Promise<DiscoverTopic> =>
  (await get<{ topic: DiscoverTopic }>(`/topics/${encodeURIComponent(tag)}`)).topic;

export async function loadEntries(tag: string, sort: Sort, offset: number): Promise<ListPage<Entry>> {
  const query = new URLSearchParams({ sort, limit: String(ENTRIES), offset: String(offset) });
  const path = `/topics/${encodeURIComponent(tag)}/entries?${query}`;
  const page = await get<{ entries: Entry[]; has_more: boolean }>(path);
  return { items: page.entries, hasMore: page.has_more };
}

export const loadEntry = async (id: number): Promise<Entry> => (await get<{ entry: Entry }>(`/entries/${id}`)).entry;
export const loadEntryStats = (id: number): Promise<EntryStats> => get(`/entries/${id}/stats`);
export const loadEntryDiscussion = (id: number): Promise<EntryDiscussion> =>
  get(`/entries/${id}/discussion?limit=${DISCUSSION}`);

export async function loadMyEntries(offset: number): Promise<ListPage<Entry>> {
  const query = new URLSearchParams({ limit: String(MINE), offset: String(offset) });
  const { entries, total } = await get<{ entries: Entry[]; total: number }>(`/me/entries?${query}`);
  return { items: entries, hasMore: offset + entries.length < total && entries.length > 0 };
}

export const tellView = (id: number): Promise<unknown> => post(`/entries/${id}/view`);
export const tellShare = (id: number, via: 'forward' | 'link'): Promise<unknown> =>
  post(`/entries/${id}/share`, { via });

export const shareArticle = async (room: string, messageId: string): Promise<Share> =>
  (await authorized<{ share: Share }>('POST', `/rooms/${room}/messages/${messageId}/share`)).share;
