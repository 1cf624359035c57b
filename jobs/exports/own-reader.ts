/** The reader of an export: it reads in pages over a long time and returns human-readable values. */
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import type { Picture } from './markup.js';
import type { ExportTexts } from './texts.js';

/** An export takes long; the caller may abort it by throwing here. */
export type OwnReader = Pick<Reader, 'get' | 'range'>;

export interface OwnDataDeps {
  reader: OwnReader;
  texts: ExportTexts;
  now: number;
  /** A file embedded in the page; null if it is missing or too large to embed. */
  picture(key: string, contentType: string): Promise<Picture | null>;
}

const PAGE = 500;

export const timeOf = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '' : new Date(ms).toISOString().replace('T', ' ').slice(0, 16);

/** Reads a range of any length in pages. The last field of the index is the cursor. */
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
    // Several documents may share the cursor value at the end of a page.
    seen.clear();
    for (const doc of docs) if (by(doc) === by(last)) seen.add(doc._id);
    bounds = { gte: by(last) };
  }
}

/** The current name of an account; a deleted account has none. */
export async function nameOf(reader: OwnReader, id: AccountId): Promise<string | null> {
  return (await reader.get<Account>('accounts', id))?.username ?? null;
}
