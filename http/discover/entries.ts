/** Entries of the dictionary with the data of their rooms: a page of them costs a handful of reads. */
import type { ArticleRef, ArticleSource, SharedArticles } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { DictionaryEntry } from '#src/domain/dictionary/dictionary.js';
import { RefusalError } from '#src/errors.js';
import { presentHandedIn, presentPublished, type WireEntry } from '#src/protocol/present/discover.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import type { PeoplePresenter } from '../presenters/people-presenter.js';
import type { EdgeEnv } from '../routing/edge-env.js';
import type { DictionaryClient } from './dictionary-client.js';
import { createReshares } from './reshares.js';

export type { ArticleSource } from '#actors/room/commands.js';

export interface Entries {
  /** The published entry of this id, as the path has it; else `not_found`. */
  published(id: string): Promise<DictionaryEntry>;
  /** Where it was written; null when that is gone. */
  source(entry: DictionaryEntry): Promise<ArticleSource | null>;
  /** Forwards of the article and cards of the entry that are there. */
  reshares(entry: DictionaryEntry): Promise<number>;
  /** For one reader, in the order given; of those that are not published only how they stand. */
  present(reader: AccountId, entries: readonly DictionaryEntry[]): Promise<WireEntry[]>;
}

export interface EntriesDeps {
  ask: DictionaryClient;
  articles: SharedArticles;
  peoplePresenter: Pick<PeoplePresenter, 'people'>;
  links: FileLinks;
  env: Pick<EdgeEnv, 'monotonic'>;
}

/** The number in a path; null for other text. */
export function entryIdOf(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

export function createEntries({ ask, articles, peoplePresenter, links, env }: EntriesDeps): Entries {
  const countOf = createReshares(articles, env);
  const reshares = (entry: DictionaryEntry): Promise<number> => countOf(refOf(entry));

  async function presentAll(reader: AccountId, entries: readonly DictionaryEntry[]): Promise<WireEntry[]> {
    const [sources, reshared] = await Promise.all([
      articles.sources(entries.map(refOf)),
      Promise.all(entries.map(reshares)),
    ]);
    const authors = entries.map((entry, index) => authorOf(entry, sources[index] ?? null));
    const people = await peoplePresenter.people(
      reader,
      authors.filter((author) => author !== null),
    );
    return entries.map((entry, index) => {
      const source = sources[index] ?? null;
      const author = authors[index] ?? null;
      const context = {
        row: source?.row.row ?? null,
        reshares: reshared[index] ?? 0,
        author: author === null ? null : (people.get(author) ?? null),
        isStatsVisible: isStatsVisible(reader, entry, source),
      };
      return presentPublished(entry, context, links);
    });
  }

  return {
    async published(text) {
      const id = entryIdOf(text);
      const entry = await ask(async (dictionary) => (id === null ? null : dictionary.entry(id)));
      if (entry?.status !== 'published') throw new RefusalError('not_found');
      return entry;
    },
    source: async (entry) => (await articles.sources([refOf(entry)]))[0] ?? null,
    reshares,
    async present(reader, entries) {
      const published = entries.filter(({ status }) => status === 'published');
      const shown = new Map((await presentAll(reader, published)).map((entry) => [entry.id, entry]));
      return entries.map((entry) => shown.get(entry.id) ?? presentHandedIn(entry));
    },
  };
}

const refOf = ({ id, roomId, messageId }: DictionaryEntry): ArticleRef => ({ entryId: id, roomId, messageId });

/** The log has priority over the dictionary, which may still name a deleted account. */
export const authorOf = (entry: DictionaryEntry, source: ArticleSource | null): AccountId | null =>
  source ? source.author : entry.authorId;

/** The author always; others where they may look at the room itself. */
export const isStatsVisible = (reader: AccountId, entry: DictionaryEntry, source: ArticleSource | null): boolean =>
  authorOf(entry, source) === reader || source?.isOpen === true;
