/** Presents the console's documents in the format of the contract. */
import type { Author, Category, Entry, Topic } from './documents.js';
import type { EntryPage } from './entries.js';

export const presentCategory = ({ _id, name, archived }: Category) => ({ slug: _id, name, archived });

export const presentTopic = ({ _id, title, category, languages, entryCount, status }: Topic) => ({
  tag: _id,
  title,
  category,
  languages,
  entry_count: entryCount,
  status,
});

export const presentEntry = (entry: Entry) => ({
  id: entry.number,
  tag: entry.tag,
  status: entry.status,
  review_note: entry.note ?? null,
  /** Null after the account was erased. */
  author_id: entry.author ?? null,
  room_id: entry.room,
  room_slug: entry.roomSlug,
  message_id: entry.message,
  title: entry.title,
  excerpt: entry.excerpt,
  published_at: timeOf(entry.publishedAt),
  reactions: entry.reactions,
});

export const presentPage = ({ entries, total, hasMore }: EntryPage) => ({
  entries: entries.map(presentEntry),
  total,
  has_more: hasMore,
});

/** Fields that only operators see. */
export const presentQueued = (entry: Entry) => ({
  ...presentEntry(entry),
  submitted_at: new Date(entry.submittedAt).toISOString(),
  decided_at: timeOf(entry.decidedAt),
});

export const presentAuthor = (account: string, ban: Author | null) => ({
  account_id: account,
  banned: ban !== null,
  reason: ban?.reason ?? null,
  banned_at: timeOf(ban?.bannedAt),
});

const timeOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
