/** What the console keeps. Times are ms since epoch; what is not there is absent. */
import type { Doc } from '#src/store/store.js';

export interface Category extends Doc {
  /** `_id` is the slug. */
  name: string;
  archived: boolean;
  /** Its place in the list. */
  place: number;
}

export const topicStatuses = ['pending', 'published', 'rejected'] as const;
export type TopicStatus = (typeof topicStatuses)[number];

export interface Topic extends Doc {
  /** `_id` is the tag. */
  title: string;
  /** Null until an operator has put a proposal somewhere. */
  category: string | null;
  /** Empty = it stands in every language. */
  languages: string[];
  status: TopicStatus;
  /** Published entries. */
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
  /** Absent once that account was erased. */
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

/** Somebody who may not publish. */
export interface Author extends Doc {
  /** `_id` is the account id. */
  bannedAt: number;
  reason: string;
}

/** The one document that every change of the catalogue counts up, so that no two of them pass each other by. */
export interface DictionaryState extends Doc {
  version: number;
  /** The highest number of an entry. */
  entries: number;
}

export const DICTIONARY_STATE_ID = 'desk';

const NUMBER_DIGITS = 12;

/** Keys sort as the numbers do. */
export const entryKey = (number: number): string => String(number).padStart(NUMBER_DIGITS, '0');
