/** The contents of the dictionary: categories, topics, and articles (entries) that were shared from rooms. */
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
  /** Empty: every language. */
  languages: string[];
  entryCount: number;
  /** `published`, `pending` for a proposal, or another word of the console. */
  status: string;
}

export const entryStatuses = ['pending', 'published', 'rejected'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** An entry in the dictionary: its author, its origin and its status. */
export interface DictionaryEntry {
  id: number;
  tag: string;
  status: EntryStatus;
  /** The moderator's note on a rejected entry. */
  reviewNote: string | null;
  authorId: AccountId | null;
  roomId: RoomId;
  messageId: string;
  title: string;
  excerpt: string;
  /** ms */
  publishedAt: number | null;
  /** The total of all reactions, as last reported. */
  reactions: number;
}

export const entrySorts = ['new', 'old', 'top'] as const;
export type EntrySort = (typeof entrySorts)[number];

/** The article that an author submits. */
export interface EntryDraft {
  authorId: AccountId;
  roomId: RoomId;
  roomSlug: string;
  messageId: string;
  tag: string;
  title: string;
  excerpt: string;
}

/** The dictionary's result. If the article's tag had no topic, `topic` is a new proposal. */
export interface SubmittedEntry {
  id: number;
  status: EntryStatus;
  topic: { tag: string; title: string; status: string } | null;
  message: string | null;
}

export type EntryRefusal = 'author_banned' | 'already_shared' | 'topic_not_found';

export type Submission = ({ ok: true } & SubmittedEntry) | { ok: false; refusal: EntryRefusal; reason: string | null };
