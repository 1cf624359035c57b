/**
 * A document as bytes (tags.ts). What it was is restored exactly: the order of its fields, every character, every
 * number. The id stands in the row beside it, and is the first text that counts as said.
 */
import { shardOf } from '../sharding.js';
import * as tag from './tags.js';
import { codes } from './words.js';

/** The first byte. JSON text begins with `{`. */
export const PACKED_VERSION = 1;

const INITIAL_BYTES = 16_384;
/** The longest form of a value that is no text. */
const VALUE_BYTES = 24;
const UTF8_BYTES = 3;
/** The fields of which a request's key is made. */
const KEY_FIELDS = 3;
/** A string is copied by hand up to this length: a call costs more. */
const BY_HAND = 16;

const HEX = new Int8Array(128).fill(-1);
for (const [at, digit] of [...'0123456789abcdef'].entries()) HEX[digit.charCodeAt(0)] = at;

let bytes = Buffer.allocUnsafe(INITIAL_BYTES);
let end = 0;
const texts: string[] = [];
const numbers: number[] = [];
let textCount = 0;
let numberCount = 0;

/** The bytes as a text of one character each, which is cheaper to pass between threads than a buffer. */
export function packDoc(id: string, doc: object): string {
  end = 0;
  textCount = 0;
  numberCount = 0;
  rememberText(shardOf(id));
  bytes[end++] = PACKED_VERSION;
  packDocument(doc as Record<string, unknown>);
  const packed = bytes.toString('latin1', 0, end);
  if (bytes.length > 16 * INITIAL_BYTES) bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  return packed;
}

interface Message {
  room?: unknown;
  by?: unknown;
  row?: { clientId?: unknown };
}

/** What `dedup` is in an entry that a request made (`dedupKey`), or null. */
export function requestKeyOf(doc: object): string | null {
  const { room, by, row } = doc as Message;
  const clientId = row?.clientId;
  if (typeof room !== 'string' || typeof by !== 'string' || typeof clientId !== 'string') return null;
  return `${room}:${by}:${clientId}`;
}

function reserve(more: number): void {
  if (end + more <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, end + more));
  bytes.copy(larger, 0, 0, end);
  bytes = larger;
}

/** The id is not repeated. */
function packDocument(doc: Record<string, unknown>): void {
  packCount(countFields(doc) - ('_id' in doc ? 1 : 0), tag.OBJECT, tag.LONG_OBJECT);
  let said = 0;
  for (const name in doc) {
    const value = doc[name];
    if (value === undefined || name === '_id') continue;
    packName(name);
    if (name === 'room' || name === 'by' || name === 'row') said += 1;
    if (name === 'commit' && typeof value === 'string') packDotted(value);
    else if (name === 'dedup' && said === KEY_FIELDS && value === requestKeyOf(doc)) bytes[end++] = tag.REQUEST_KEY;
    else packValue(value);
  }
}

/** As in JSON, fields without a value are left out. */
function packFields(fields: Record<string, unknown>): void {
  packCount(countFields(fields), tag.OBJECT, tag.LONG_OBJECT);
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    packName(name);
    packValue(value);
  }
}

function countFields(fields: Record<string, unknown>): number {
  let count = 0;
  for (const name in fields) if (fields[name] !== undefined) count += 1;
  return count;
}

function packName(name: string): void {
  reserve(VALUE_BYTES);
  const code = codes.get(name);
  if (code !== undefined) bytes[end++] = code;
  else {
    bytes[end++] = tag.OTHER_NAME;
    packText(name);
    reserve(VALUE_BYTES);
  }
}

function packValue(value: unknown): void {
  reserve(VALUE_BYTES);
  if (typeof value === 'string') packText(value);
  else if (typeof value === 'number') packNumber(value);
  else if (value === null || value === undefined) bytes[end++] = tag.NULL;
  else if (typeof value === 'boolean') bytes[end++] = value ? tag.TRUE : tag.FALSE;
  else if (Array.isArray(value)) packList(value);
  else if (typeof value === 'object') packFields(value as Record<string, unknown>);
  else throw new TypeError(`a document has no ${typeof value}`);
}

function packList(list: readonly unknown[]): void {
  packCount(list.length, tag.LIST, tag.LONG_LIST);
  for (let at = 0; at < list.length; at += 1) packValue(list[at]);
}

function packCount(count: number, few: number, many: number): void {
  if (count <= tag.FEW_MAX) bytes[end++] = few | count;
  else {
    bytes[end++] = many;
    packVarint(count);
  }
}

function packVarint(value: number): void {
  let left = value;
  while (left > 0x7f) {
    bytes[end++] = (left % 0x80) | 0x80;
    left = Math.floor(left / 0x80);
  }
  bytes[end++] = left;
}

function packNumber(value: number): void {
  if (!Number.isSafeInteger(value)) packDouble(value);
  else if (value < 0) {
    bytes[end++] = tag.BELOW_ZERO;
    packVarint(-value);
  } else if (value <= tag.SMALL_MAX) bytes[end++] = value;
  else packWhole(value);
}

function packWhole(value: number): void {
  for (let at = 0; at < numberCount; at += 1) {
    const said = numbers[at] as number;
    if (said === value) {
      bytes[end++] = tag.NUMBER_SAID | at;
      return;
    }
    if (said - 1 === value) {
      bytes[end++] = tag.NUMBER_BEFORE_SAID | at;
      return;
    }
  }
  if (numberCount < tag.SAID_NUMBERS_MAX) numbers[numberCount++] = value;
  bytes[end++] = tag.WHOLE;
  packVarint(value);
}

/** JSON has no infinite numbers. */
function packDouble(value: number): void {
  if (!Number.isFinite(value)) {
    bytes[end++] = tag.NULL;
    return;
  }
  bytes[end++] = tag.DOUBLE;
  end = bytes.writeDoubleBE(value, end);
}

function packText(text: string): void {
  const { length } = text;
  if (length > tag.SAID_LENGTH_MAX) return packCharacters(text);
  if (length >= tag.SAID_LENGTH_MIN) {
    for (let at = 0; at < textCount; at += 1) {
      if (texts[at] !== text) continue;
      bytes[end++] = tag.TEXT_SAID | at;
      return;
    }
  }
  const code = codes.get(text);
  if (code !== undefined) {
    bytes[end++] = tag.WORD;
    bytes[end++] = code;
    return;
  }
  if (length >= tag.SAID_LENGTH_MIN) rememberText(text);
  if (length !== 36 || !packUuid(text)) packCharacters(text);
}

function rememberText(text: string): void {
  if (textCount < tag.SAID_TEXTS_MAX) texts[textCount++] = text;
}

/** Only the form that `uuidAt` writes. */
function packUuid(text: string): boolean {
  let to = end;
  bytes[to++] = tag.UUID;
  for (let at = 0; at < 36; at += 2) {
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (text.charCodeAt(at) !== 0x2d) return false;
      at += 1;
    }
    const byte = ((HEX[text.charCodeAt(at)] ?? -1) << 4) | (HEX[text.charCodeAt(at + 1)] ?? -1);
    if (byte < 0) return false;
    bytes[to++] = byte;
  }
  end = to;
  return true;
}

/** The id of a commit is the one of its owner, and a number. */
function packDotted(text: string): void {
  const dot = text.lastIndexOf('.');
  if (dot < 0 || text.length > tag.SAID_LENGTH_MAX) return packText(text);
  bytes[end++] = tag.DOTTED;
  packText(text.slice(0, dot));
  reserve(VALUE_BYTES);
  packText(text.slice(dot + 1));
}

function packCharacters(text: string): void {
  const { length } = text;
  reserve(VALUE_BYTES + length * UTF8_BYTES);
  if (length <= BY_HAND && packAscii(text)) return;
  if (!text.isWellFormed()) return packOdd(text);
  // The length is known after the text: room for it is left before.
  const from = end + (length <= tag.SHORT_TEXT_MAX ? 1 : lengthBytes(length));
  const written = bytes.write(text, from, 'utf8');
  const head = written <= tag.SHORT_TEXT_MAX ? 1 : 1 + varintBytes(written);
  if (end + head !== from) bytes.copyWithin(end + head, from, from + written);
  if (head === 1) bytes[end++] = tag.TEXT | written;
  else {
    bytes[end++] = tag.LONG_TEXT;
    packVarint(written);
  }
  end += written;
}

function varintBytes(value: number): number {
  let count = 1;
  for (let left = value; left > 0x7f; left = Math.floor(left / 0x80)) count += 1;
  return count;
}

/** A guess: most texts are of letters with one byte. */
const lengthBytes = (length: number): number => 1 + varintBytes(length);

function packAscii(text: string): boolean {
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter > 0x7f) return false;
    bytes[end + 1 + at] = letter;
  }
  bytes[end] = tag.TEXT | length;
  end += 1 + length;
  return true;
}

function packOdd(text: string): void {
  bytes[end++] = tag.ODD_TEXT;
  packVarint(text.length);
  for (let at = 0; at < text.length; at += 1) end = bytes.writeUInt16BE(text.charCodeAt(at), end);
}
