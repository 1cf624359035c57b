/** The port of the dictionary console. Every method may throw `DictionaryUnavailable`. */
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
  /** Topics in this language, and those in every language. */
  lang?: string;
}

export interface Dictionary {
  /** In the console's order, including archived ones. */
  categories(): Promise<DictionaryCategory[]>;
  /**
   * Published topics, ordered by their number of entries. `entriesTotal`: published entries of all topics in the
   * filter.
   */
  topics(filter: TopicFilter): Promise<{ topics: DictionaryTopic[]; total: number; entriesTotal: number }>;
  suggest(wanted: { q: string; lang?: string; limit: number }): Promise<DictionaryTopic[]>;
  /** Null if it does not exist. */
  topic(tag: string): Promise<DictionaryTopic | null>;
  /** Published entries of a topic; null if the topic does not exist. */
  entries(
    tag: string,
    page: Paging & { sort: EntrySort },
  ): Promise<{ entries: DictionaryEntry[]; hasMore: boolean } | null>;
  /** In any status. */
  entry(id: number): Promise<DictionaryEntry | null>;
  /** In any status, newest first; never cached. */
  entriesBy(author: AccountId, page: Paging): Promise<{ entries: DictionaryEntry[]; total: number }>;
  submit(draft: EntryDraft): Promise<Submission>;
  /** False if the console does not know the entry. */
  reportReactions(entry: number, total: number): Promise<boolean>;
}

/** The console gave no answer that fits the contract. */
export class DictionaryUnavailable extends Error {
  override name = 'DictionaryUnavailable';
}

/**
 * The console fails for every caller: no connection, no complete answer in time, or an answer that breaks the contract.
 */
export class DictionaryFault extends DictionaryUnavailable {
  override name = 'DictionaryFault';
}

/** The console was not asked: after repeated faults it gets no requests for a while. */
export class DictionaryResting extends DictionaryFault {}
