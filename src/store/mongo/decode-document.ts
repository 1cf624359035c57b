/**
 * Documents of the bytes that the server sends. The service stores texts, numbers, booleans, nulls, lists and objects; a document
 * with anything else is left to the decoder of the driver, which takes several times as long for an entry of a log.
 */
import { BSON } from 'mongodb';

const [DOUBLE, TEXT, OBJECT, LIST, BOOL, NULL, INT, LONG] = [0x01, 0x02, 0x03, 0x04, 0x08, 0x0a, 0x10, 0x12];
const INT_BYTES = 4;
const NUMBER_BYTES = 8;
const ASCII_MAX = 0x7f;
const DOLLAR = 0x24;

/** Names are few, and the same in every document. Of two that have one place, the later one is remembered. */
const PLACES = 1_024;
const names: string[] = new Array(PLACES).fill('');
/** The last text of each name, if it is short: the room, the node and the kind are the same in row after row. */
const texts: string[] = new Array(PLACES).fill('');
const KEPT_LENGTH_MAX = 64;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Bytes = Buffer & { latin1Slice(from: number, to: number): string; utf8Slice(from: number, to: number): string };

let bytes = Buffer.alloc(0) as Bytes;
let at = 0;
/** Of the last name. */
let place = 0;

/** Bytes that are left to the driver: another type, or no document at all, for which it has the words. */
class Foreign extends Error {}
const foreign = new Foreign('left to the driver');

export function decodeDocument(doc: Uint8Array): Record<string, unknown> {
  bytes = Buffer.from(doc.buffer, doc.byteOffset, doc.byteLength) as Bytes;
  at = 0;
  try {
    return object();
  } catch (cause) {
    if (cause !== foreign) throw cause;
    return BSON.deserialize(doc);
  }
}

/** What a cursor with the option `raw` answers, in place. */
export function decoded<T>(docs: unknown[]): T[] {
  docs.forEach((doc, at) => {
    docs[at] = decodeDocument(doc as Uint8Array);
  });
  return docs as T[];
}

function object(): Record<string, unknown> {
  const end = endOf();
  const made: Record<string, unknown> = {};
  for (let kind = byte(); kind !== 0; kind = byte()) {
    const name = nameAt();
    const found = value(kind);
    // An assignment would change the prototype.
    if (name === '__proto__')
      Object.defineProperty(made, name, { value: found, enumerable: true, writable: true, configurable: true });
    else made[name] = found;
  }
  if (at !== end) throw foreign;
  return made;
}

function list(): unknown[] {
  const end = endOf();
  const made: unknown[] = [];
  for (let kind = byte(); kind !== 0; kind = byte()) {
    while (byte() !== 0);
    place = 0;
    made.push(value(kind));
  }
  if (at !== end) throw foreign;
  return made;
}

function value(kind: number): unknown {
  switch (kind) {
    case TEXT:
      return text();
    case INT:
      return int();
    case DOUBLE:
      return bytes.readDoubleLE(skip(NUMBER_BYTES));
    case OBJECT:
      return object();
    case LIST:
      return list();
    case BOOL:
      return byte() === 1;
    case NULL:
      return null;
    case LONG:
      return long();
    default:
      throw foreign;
  }
}

/** The driver answers a number, too, as long as it is exact. */
function long(): number {
  const found = Number(bytes.readBigInt64LE(skip(NUMBER_BYTES)));
  if (!Number.isSafeInteger(found)) throw foreign;
  return found;
}

function text(): string {
  const length = int() - 1;
  const [from, of] = [at, place];
  if (length < 0 || bytes[skip(length + 1) + length] !== 0) throw foreign;
  if (isAt(texts[of] as string, from, length)) return texts[of] as string;
  const to = from + length;
  for (let each = from; each < to; each += 1) if ((bytes[each] as number) > ASCII_MAX) return unicode(from, to);
  const found = bytes.latin1Slice(from, to);
  if (length <= KEPT_LENGTH_MAX) texts[of] = found;
  return found;
}

function nameAt(): string {
  const from = at;
  let hash = 0;
  for (let each = byte(); each !== 0; each = byte()) hash = (Math.imul(hash, 31) + each) | 0;
  place = hash & (PLACES - 1);
  const length = at - 1 - from;
  const known = names[place] as string;
  if (isAt(known, from, length)) return known;
  // A reference to another collection is an object of the driver.
  if (bytes[from] === DOLLAR) throw foreign;
  const found = strict.decode(bytes.subarray(from, from + length));
  // Only such a name is found again by its bytes.
  if (found.length === length) names[place] = found;
  return found;
}

/** Whether these bytes are this text, which is one of ASCII. */
function isAt(known: string, from: number, length: number): boolean {
  if (known.length !== length) return false;
  for (let each = 0; each < length; each += 1) if (known.charCodeAt(each) !== bytes[from + each]) return false;
  return true;
}

function endOf(): number {
  const from = at;
  return from + int();
}

function unicode(from: number, to: number): string {
  const found = bytes.utf8Slice(from, to);
  return found.includes('\ufffd') ? strict.decode(bytes.subarray(from, to)) : found;
}

function int(): number {
  const from = skip(INT_BYTES);
  return (
    (bytes[from] as number) |
    ((bytes[from + 1] as number) << 8) |
    ((bytes[from + 2] as number) << 16) |
    ((bytes[from + 3] as number) << 24)
  );
}

function byte(): number {
  const found = bytes[at++];
  if (found === undefined) throw foreign;
  return found;
}

/** The place of the next bytes, which are there. */
function skip(length: number): number {
  at += length;
  if (at > bytes.length) throw foreign;
  return at - length;
}
