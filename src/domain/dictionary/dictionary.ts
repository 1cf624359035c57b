/** What the dictionary knows: categories, topics, and articles (entries) that were shared from rooms. */
import type { AccountId } from '../accounts/account.js';
import type { RoomId } from '../rooms/room.js';

export interface DictionaryCategory {
  slug: string;
  name: string;
  archived: boolean;
}

export interface DictionaryTopic {
  tag: string;
  title: string;
  category: string | null;
  /** None: it is in every language. */
  languages: string[];
  entryCount: number;
  /** `published`, `pending` for a proposal, or what else a console may say. */
  status: string;
}

export const entryStatuses = ['pending', 'published', 'rejected'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** An entry as the dictionary keeps it: whose it is, where it was written, and what became of it. */
export interface DictionaryEntry {
  id: number;
  tag: string;
  status: EntryStatus;
  /** Of the moderator, on a rejected one. */
  reviewNote: string | null;
  authorId: AccountId | null;
  roomId: RoomId;
  messageId: string;
  title: string;
  excerpt: string;
  /** ms */
  publishedAt: number | null;
  /** In all, as they were reported last. */
  reactions: number;
}

export const entrySorts = ['new', 'old', 'top'] as const;
export type EntrySort = (typeof entrySorts)[number];

/** What an author hands in. */
export interface EntryDraft {
  authorId: AccountId;
  roomId: RoomId;
  roomSlug: string;
  messageId: string;
  tag: string;
  title: string;
  excerpt: string;
}

/** What the dictionary made of it. A proposal of a topic was opened when the tag had none. */
export interface SubmittedEntry {
  id: number;
  status: EntryStatus;
  topic: { tag: string; title: string; status: string } | null;
  message: string | null;
}

export type EntryRefusal = 'author_banned' | 'already_shared' | 'topic_not_found';

export type Submission = ({ ok: true } & SubmittedEntry) | { ok: false; refusal: EntryRefusal; reason: string | null };
