/** Topic search. All topics are cached in memory and reloaded after every change by any process. */
import { foldText } from '#src/domain/messages/search-words.js';
import type { DictionaryStore } from './dictionary-store.js';
import type { Topic } from './documents.js';

export interface TopicFilter {
  category: string | null;
  /** A language tag; null selects every language. */
  language: string | null;
}

export interface TopicPage {
  topics: Topic[];
  total: number;
  entriesTotal: number;
}

interface Listed {
  topic: Topic;
  tag: string;
  /** Folded words, each preceded by a space. */
  title: string;
}

const BATCH_MAX = 1_000;

export class Catalogue {
  readonly #dictionary: DictionaryStore;
  #version = -1;
  #published: Listed[] = [];
  #reading: Promise<void> | null = null;

  constructor(dictionary: DictionaryStore) {
    this.#dictionary = dictionary;
  }

  /** Published topics, those with the most entries first. */
  async page({ category, language }: TopicFilter, limit: number, offset: number): Promise<TopicPage> {
    const fitting = (await this.#current())
      .map(({ topic }) => topic)
      .filter((topic) => category === null || topic.category === category)
      .filter((topic) => speaks(topic, language));
    return {
      topics: fitting.slice(offset, offset + limit),
      total: fitting.length,
      entriesTotal: fitting.reduce((sum, { entryCount }) => sum + entryCount, 0),
    };
  }

  /** Topics whose tag, or a word of whose title, starts with the typed text. */
  async suggest(typed: string, language: string | null, limit: number): Promise<Topic[]> {
    const wanted = foldText(typed.trim().replace(/^#+/, '')).trim();
    const found: Topic[] = [];
    for (const { topic, tag, title } of await this.#current()) {
      if (found.length === limit) break;
      if (!speaks(topic, language)) continue;
      if (tag.startsWith(wanted) || title.includes(` ${wanted}`)) found.push(topic);
    }
    return found;
  }

  /** The topics, at least as fresh as at the time of the call. */
  async #current(): Promise<Listed[]> {
    const wanted = await this.#dictionary.version();
    while (this.#version < wanted) {
      this.#reading ??= this.#read(wanted).finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    return this.#published;
  }

  async #read(version: number): Promise<void> {
    const found: Listed[] = [];
    for (let after = ''; ; ) {
      const topics = await this.#dictionary.reader.range<Topic>('dictTopics', {
        index: '_id',
        gt: after,
        limit: BATCH_MAX,
      });
      for (const topic of topics) if (topic.status === 'published') found.push(listed(topic));
      const last = topics.at(-1);
      if (!last || topics.length < BATCH_MAX) break;
      after = last._id;
    }
    found.sort((a, b) => b.topic.entryCount - a.topic.entryCount || (a.topic._id < b.topic._id ? -1 : 1));
    this.#published = found;
    this.#version = version;
  }
}

function listed(topic: Topic): Listed {
  return { topic, tag: foldText(topic._id), title: ` ${foldText(topic.title).split(/\s+/).join(' ')}` };
}

/** The primary subtag: `tr` for `tr-TR`. */
export const primaryLanguage = (tag: string): string => tag.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';

const speaks = ({ languages }: Topic, language: string | null): boolean =>
  language === null || languages.length === 0 || languages.includes(language);
