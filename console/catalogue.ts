/** Topics as people look for them. All are held in memory, read again after a change, whoever made it. */
import { foldText } from '#src/domain/messages/search-words.js';
import type { DictionaryStore } from './dictionary-store.js';
import type { Topic } from './documents.js';

export interface TopicFilter {
  category: string | null;
  /** A language tag; null = all. */
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
  /** Folded words, each after a blank. */
  title: string;
}

const BATCH = 1_000;

export class Catalogue {
  readonly #dictionary: DictionaryStore;
  #version = -1;
  #published: Listed[] = [];
  #reading: Promise<void> | null = null;

  constructor(dictionary: DictionaryStore) {
    this.#dictionary = dictionary;
  }

  /** Published ones, most entries first. */
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

  /** Those whose tag, or a word of whose title, begins with what was typed. */
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

  /** At least as it was when this was asked. */
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
        limit: BATCH,
      });
      for (const topic of topics) if (topic.status === 'published') found.push(listed(topic));
      const last = topics.at(-1);
      if (!last || topics.length < BATCH) break;
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

/** `tr-TR` is `tr`. */
export const primaryLanguage = (tag: string): string => tag.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';

const speaks = ({ languages }: Topic, language: string | null): boolean =>
  language === null || languages.length === 0 || languages.includes(language);
