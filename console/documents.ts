/** The documents of the console. Times are milliseconds since the epoch; missing values are absent. */
import type { Doc } from '#src/store/store.js';

export interface Category extends Doc {
  /** `_id` is the slug. */
  name: string;
  archived: boolean;
  /** Position in the list. */
  place: number;
}

export const topicStatuses = ['pending', 'published', 'rejected'] as const;
export type TopicStatus = (typeof topicStatuses)[number];

export interface Topic extends Doc {
  /** `_id` is the tag. */
  title: string;
  /** Null until an operator assigns the proposal to a category. */
  category: string | null;
  /** Empty: the topic is listed in every language. */
  languages: string[];
  status: TopicStatus;
  /** Number of published entries. */
  entryCount: number;
  createdAt: number;
}

export const entryStatuses = ['pending', 'published', 'rejected'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export interface Entry extends Doc {
  /** `_id` is `entryKey(number)`. */
  number: number;
  tag: string;
  status: EntryStatus;
  /** Absent after the account was erased. */
  author?: string;
  room: string;
  roomSlug: string;
  message: string;
  title: string;
  excerpt: string;
  reactions: number;
  submittedAt: number;
  publishedAt?: number;
  decidedAt?: number;
  note?: string;
}

/** An account that is banned from publishing. */
export interface Author extends Doc {
  /** `_id` is the account id. */
  bannedAt: number;
  reason: string;
}

/** The one document that every change of the catalogue increments, so that concurrent changes conflict. */
export interface DictionaryState extends Doc {
  version: number;
  /** The highest entry number assigned so far. */
  entries: number;
}

export const DICTIONARY_STATE_ID = 'desk';

const NUMBER_DIGITS = 12;

/** The keys sort in the order of the numbers. */
export const entryKey = (number: number): string => String(number).padStart(NUMBER_DIGITS, '0');
