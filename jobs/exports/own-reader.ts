/** How the export reads: for a long time, page by page, in words that a person reads. */
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import type { Picture } from './markup.js';
import type { ExportTexts } from './texts.js';

/** It reads for a long time: whoever gives it may end that by throwing. */
export type OwnReader = Pick<Reader, 'get' | 'range'>;

export interface OwnDataDeps {
  reader: OwnReader;
  texts: ExportTexts;
  now: number;
  /** A file as part of the page; null when it is not there, or too large for that. */
  picture(key: string, contentType: string): Promise<Picture | null>;
}

const PAGE = 500;

export const timeOf = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '' : new Date(ms).toISOString().replace('T', ' ').slice(0, 16);

/** A range however long it is, a page at a time. The index ends with a field by which it goes on. */
export async function* eachOf<T extends Doc>(
  reader: OwnReader,
  from: CollectionName,
  range: Range,
  by: (doc: T) => string | number,
): AsyncGenerator<T> {
  const seen = new Set<string>();
  for (let bounds: Partial<Range> = {}; ; ) {
    const docs = await reader.range<T>(from, { ...range, ...bounds, limit: PAGE });
    const fresh = docs.filter(({ _id }) => !seen.has(_id));
    yield* fresh;
    const last = docs.at(-1);
    if (!last || docs.length < PAGE || fresh.length === 0) return;
    // Several may share the place where a page ends.
    seen.clear();
    for (const doc of docs) if (by(doc) === by(last)) seen.add(doc._id);
    bounds = { gte: by(last) };
  }
}

/** The name somebody has now; whoever is gone has none. */
export async function nameOf(reader: OwnReader, id: AccountId): Promise<string | null> {
  return (await reader.get<Account>('accounts', id))?.username ?? null;
}
