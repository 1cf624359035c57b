/**
 * The id of an entry takes 20 bytes in its row: the room as a UUID, and the seq. These keys have the order of the texts.
 * Other ids stay text, as those of rows that an older version wrote; SQLite sorts all texts before all bytes.
 */
import type { CollectionName } from '../collections.js';
import { uuidText } from '../packed/uuid.js';
import type { Bound } from '../validate.js';
import type { SqlValue } from './columns.js';

const PACKED: CollectionName = 'log';
const ROOM_CHARS = 36;
const ID_CHARS = 45;
export const ID_KEY_BYTES = 20;
const SEQ_AT = 16;
const SEQ_MAX = 0xffff_ffff;
/** Above every key: keys are shorter. */
const ABOVE_ALL = Buffer.alloc(ID_KEY_BYTES + 1, 0xff);

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const VALUES = new Int8Array(128).fill(-1);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

/** The id as it is stored. */
export const storedId = (collection: CollectionName, id: string): string | Uint8Array =>
  (collection === PACKED && keyOf(id)) || id;

/** The id of a stored one. */
export function idIn(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  const key = stored as Buffer;
  return `${uuidText(key.toString('latin1'), 0)}:${seqText(key, 0)}`;
}

/** The seq in the id whose key begins at this place. */
export const seqText = (bytes: Buffer, at: number): string =>
  bytes
    .readUInt32BE(at + SEQ_AT)
    .toString(DIGITS.length)
    .padStart(ID_CHARS - ROOM_CHARS - 1, '0');

/** The key of an id in the form `<UUID>:<seq, 8 digits of base 36>`; null for any other. */
function keyOf(id: string): Buffer | null {
  if (id.length !== ID_CHARS || id.charCodeAt(ROOM_CHARS) !== 0x3a) return null;
  const key = Buffer.allocUnsafe(ID_KEY_BYTES);
  let to = 0;
  for (let at = 0; at < ROOM_CHARS; at += 2) {
    if (isDash(at)) {
      if (id.charCodeAt(at) !== 0x2d) return null;
      at += 1;
    }
    const high = digitAt(id, at);
    const low = digitAt(id, at + 1);
    if (high < 0 || low < 0 || high > 15 || low > 15) return null;
    key[to++] = (high << 4) | low;
  }
  const seq = seqIn(id);
  if (seq < 0 || seq > SEQ_MAX) return null;
  key.writeUInt32BE(seq, SEQ_AT);
  return key;
}

const isDash = (at: number): boolean => at === 8 || at === 13 || at === 18 || at === 23;
const digitAt = (id: string, at: number): number => VALUES[id.charCodeAt(at)] ?? -1;

function seqIn(id: string): number {
  let seq = 0;
  for (let at = ROOM_CHARS + 1; at < ID_CHARS; at += 1) {
    const value = digitAt(id, at);
    if (value < 0) return -1;
    seq = seq * DIGITS.length + value;
  }
  return seq;
}

/** The same bound, over the keys. */
export function keyBound({ op, value }: Bound): { op: Bound['op']; key: SqlValue } {
  const text = String(value);
  const exact = keyOf(text);
  if (exact) return { op, key: exact };
  // No key is this text: it stands before the first one that is greater.
  return { op: op.startsWith('>') ? '>=' : '<', key: firstAfter(text) };
}

/** The least key whose id is greater than a text which is not the id of a key. */
function firstAfter(text: string): Buffer {
  const digits: string[] = [];
  for (let at = 0; at < ID_CHARS; at += 1) {
    const given = text[at];
    if (given === undefined) return padded(digits);
    if (allowedAt(at).includes(given)) digits.push(given);
    else return raised([...digits, given]);
  }
  return raised(digits);
}

/** With the last character raised to the next one that a key may have there, or the one before it. */
function raised(digits: string[]): Buffer {
  for (let left = [...digits]; left.length > 0; left = left.slice(0, -1)) {
    const last = left.at(-1) as string;
    const next = [...allowedAt(left.length - 1)].find((digit) => digit > last);
    if (next !== undefined) return padded([...left.slice(0, -1), next]);
  }
  return ABOVE_ALL;
}

function padded(digits: string[]): Buffer {
  const all = [...digits];
  while (all.length < ID_CHARS) all.push(allowedAt(all.length)[0] as string);
  const id = all.join('');
  return (
    keyOf(id) ??
    Buffer.concat([keyOf(`${id.slice(0, ROOM_CHARS)}:00000000`) as Buffer, ABOVE_ALL]).fill(0xff, SEQ_AT, ID_KEY_BYTES)
  );
}

function allowedAt(at: number): string {
  if (at === ROOM_CHARS) return ':';
  if (isDash(at)) return '-';
  return at < ROOM_CHARS ? DIGITS.slice(0, 16) : DIGITS;
}
