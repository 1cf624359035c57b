/**
 * The stored form of documents: JSON text, or packed bytes (packed/tags.ts) where there are many of them. Packed ones
 * travel between the threads as a text with a character for each byte. Rows that an older version wrote are JSON text
 * until pack-rows.ts has come to them; both forms are read for ever.
 */
import { hash } from 'node:crypto';
import type { CollectionName } from '../collections.js';
import { packDoc } from '../packed/pack.js';
import { unpackDoc } from '../packed/unpack.js';
import type { Doc, Scalar } from '../store.js';
import { type SqlValue, sqlValue } from './columns.js';
import { idIn, storedId } from './row-ids.js';
import { docsOfPage, isRowPage, type RowPage } from './row-pages.js';

export const PACKED: CollectionName = 'log';
export const packedCollections: readonly CollectionName[] = [PACKED];

export const isPacked = (collection: CollectionName): boolean => collection === PACKED;

/** The document as the main thread sends it. */
export const sentDoc = (collection: CollectionName, doc: Doc): string =>
  isPacked(collection) ? packDoc(doc._id, doc) : JSON.stringify(doc);

/** The document as it is stored. */
export const storedDoc = (collection: CollectionName, sent: string): string | Uint8Array =>
  isPacked(collection) ? Buffer.from(sent, 'latin1') : sent;

/** A stored document, of either form. */
export const docIn = (id: string, stored: unknown): Record<string, unknown> => docOf(id, sentForm(stored));

/** Of either form: JSON text begins with `{`, and nothing packed does. */
const docOf = (id: string, sent: string): Record<string, unknown> =>
  sent.startsWith('{') ? JSON.parse(sent) : unpackDoc(id, sent);

const sentForm = (stored: unknown): string =>
  typeof stored === 'string' ? stored : (stored as Buffer).toString('latin1');

/** The columns that a read selects. A packed document does not repeat its id. */
export const docColumns = (collection: CollectionName): string => (isPacked(collection) ? 'id, doc' : 'doc');

/** The answer to a read: the texts of the documents, each behind its id if the collection has packed ones. */
export function answerOf(collection: CollectionName, rows: unknown[][]): string[] {
  if (!isPacked(collection)) return rows.map(([doc]) => doc as string);
  const answer: string[] = [];
  for (const [id, doc] of rows) answer.push(idIn(id), sentForm(doc));
  return answer;
}

/** The documents of an answer. */
export function docsOf<T extends Doc>(collection: CollectionName, answer: readonly string[] | RowPage): T[] {
  if (isRowPage(answer)) return docsOfPage<T>(answer);
  if (!isPacked(collection)) return answer.map((text) => JSON.parse(text) as T);
  const docs: T[] = [];
  for (let at = 0; at < answer.length; at += 2) {
    docs.push(docOf(answer[at] as string, answer[at + 1] as string) as unknown as T);
  }
  return docs;
}

const KEY_BYTES = 16;

/** Whether the column of this field holds a digest in place of a long text, which is compared with others only. */
export const isDigest = (collection: CollectionName, field: string): boolean =>
  collection === PACKED && field === 'dedup';

/** The value of a column, as it is stored: an id, a digest, or the value itself. */
export function columnValue(collection: CollectionName, field: string, value: Scalar): SqlValue {
  if (typeof value !== 'string') return sqlValue(value);
  if (field === '_id') return storedId(collection, value);
  return isDigest(collection, field) ? digestOf(value) : value;
}

const RECENT_MAX = 1_024;
/** A key is looked up before its row is appended. */
const recent = new Map<string, Uint8Array>();

function digestOf(text: string): Uint8Array {
  const known = recent.get(text);
  if (known) return known;
  // In one call and over a text: an object for each hash made collections of this thread pause for 50 to 90 ms, and a
  // buffer of its own for each digest costs twice as much as the digest.
  const digest = Buffer.from(hash('sha256', text, 'hex').slice(0, 2 * KEY_BYTES), 'hex');
  if (recent.size >= RECENT_MAX) recent.clear();
  recent.set(text, digest);
  return digest;
}
