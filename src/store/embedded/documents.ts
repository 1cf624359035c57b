/**
 * The stored form of documents: JSON text, or packed bytes (packed/tags.ts) where there are many of them. Packed ones
 * travel between the threads as a text with a character for each byte. Rows that an older version wrote are JSON text
 * until pack-rows.ts has come to them; both forms are read for ever.
 */
import { createHash } from 'node:crypto';
import type { CollectionName } from '../collections.js';
import { packDoc } from '../packed/pack.js';
import { unpackDoc } from '../packed/unpack.js';
import type { Doc, Scalar } from '../store.js';
import { type SqlValue, sqlValue } from './columns.js';

const PACKED: CollectionName = 'log';
export const packedCollections: readonly CollectionName[] = [PACKED];

export const isPacked = (collection: CollectionName): boolean => collection === PACKED;

/** The document as the main thread sends it. */
export const sentDoc = (collection: CollectionName, doc: Doc): string =>
  isPacked(collection) ? packDoc(doc._id, doc) : JSON.stringify(doc);

/** The document as it is stored. */
export const storedDoc = (collection: CollectionName, sent: string): string | Uint8Array =>
  isPacked(collection) ? Buffer.from(sent, 'latin1') : sent;

/** A stored document, of either form. */
export function docIn(id: string, stored: unknown): Record<string, unknown> {
  return typeof stored === 'string' ? JSON.parse(stored) : unpackDoc(id, stored as Uint8Array);
}

/** The columns that a read selects. A packed document does not repeat its id. */
export const docColumns = (collection: CollectionName): string => (isPacked(collection) ? 'id, doc' : 'doc');

/** The answer to a read: the texts of the documents, each behind its id if the collection has packed ones. */
export function answerOf(rows: unknown[][]): string[] {
  const answer: string[] = [];
  for (const row of rows) for (const part of row) answer.push(answerPart(part));
  return answer;
}

const answerPart = (part: unknown): string => (typeof part === 'string' ? part : (part as Buffer).toString('latin1'));

/** The documents of an answer. */
export function docsOf<T extends Doc>(collection: CollectionName, answer: readonly string[]): T[] {
  if (!isPacked(collection)) return answer.map((text) => JSON.parse(text) as T);
  const docs: T[] = [];
  for (let at = 0; at < answer.length; at += 2) {
    const text = answer[at + 1] as string;
    const stored = text.startsWith('{') ? text : Buffer.from(text, 'latin1');
    docs.push(docIn(answer[at] as string, stored) as unknown as T);
  }
  return docs;
}

const KEY_BYTES = 16;

/** Whether the column of this field holds a digest in place of a long text, which is compared with others only. */
export const isDigest = (collection: CollectionName, field: string): boolean =>
  collection === PACKED && field === 'dedup';

/** The value of a column, as it is stored. */
export function columnValue(collection: CollectionName, field: string, value: Scalar): SqlValue {
  return typeof value === 'string' && isDigest(collection, field) ? digestOf(value) : sqlValue(value);
}

export const digestOf = (text: string): Uint8Array => createHash('sha256').update(text).digest().subarray(0, KEY_BYTES);
