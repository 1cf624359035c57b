/** The dictionary console as the service speaks with it. Everything may throw `DictionaryUnavailable`. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type {
  DictionaryCategory,
  DictionaryEntry,
  DictionaryTopic,
  EntryDraft,
  EntrySort,
  Submission,
} from '#src/domain/dictionary/dictionary.js';

export interface Paging {
  limit: number;
  offset: number;
}

export interface TopicFilter extends Paging {
  category?: string;
  /** Topics in this language, and those in every. */
  lang?: string;
}

export interface Dictionary {
  /** In the console's order, archived ones too. */
  categories(): Promise<DictionaryCategory[]>;
  /** Published ones by their count of entries; `entriesTotal`: published entries of all topics in the filter. */
  topics(filter: TopicFilter): Promise<{ topics: DictionaryTopic[]; total: number; entriesTotal: number }>;
  suggest(wanted: { q: string; lang?: string; limit: number }): Promise<DictionaryTopic[]>;
  /** Null: there is none. */
  topic(tag: string): Promise<DictionaryTopic | null>;
  /** Published ones of a topic; null: there is no such topic. */
  entries(
    tag: string,
    page: Paging & { sort: EntrySort },
  ): Promise<{ entries: DictionaryEntry[]; hasMore: boolean } | null>;
  /** Whatever its status. */
  entry(id: number): Promise<DictionaryEntry | null>;
  /** Whatever their status, newest first; never from memory. */
  entriesBy(author: AccountId, page: Paging): Promise<{ entries: DictionaryEntry[]; total: number }>;
  submit(draft: EntryDraft): Promise<Submission>;
  /** False: it knows no such entry. */
  reportReactions(entry: number, total: number): Promise<boolean>;
}

/** It did not answer this as the contract has it. */
export class DictionaryUnavailable extends Error {
  override name = 'DictionaryUnavailable';
}

/** It is not there for anybody: no connection, no whole answer in time, or one that no console would give. */
export class DictionaryFault extends DictionaryUnavailable {
  override name = 'DictionaryFault';
}
