/** Restores what pack.ts has packed. */
import { shardOf } from '../sharding.js';
import { PACKED_VERSION, requestKeyOf } from './pack.js';
import * as tag from './tags.js';
import { UUID_BYTES, uuidText } from './uuid.js';
import { WORDS } from './words.js';

const DOUBLE_BYTES = 8;

/** V8 copies shorter pieces of a text; a longer one would keep the whole text in memory. */
const COPIED_LENGTH = 12;

let bytes = '';
let at = 0;
let end = 0;
/** The same bytes, if they are those of a page. */
let page: Buffer | null = null;
const texts: string[] = [];
const numbers: number[] = [];

/** A part of a page of documents. */
export interface PackedPart {
  from: number;
  to: number;
  /** The page, from which a text is read without a copy of its piece. */
  bytes: Buffer;
}

/** The document of these bytes, one in each character, which stands beside this id. */
export function unpackDoc(id: string, packed: string, part?: PackedPart): Record<string, unknown> {
  bytes = packed;
  at = part?.from ?? 0;
  end = Math.min(part?.to ?? packed.length, packed.length);
  page = part?.bytes ?? null;
  const version = byte();
  if (version !== PACKED_VERSION) throw new TypeError(`a packed document of the unknown version ${version}`);
  texts.length = 0;
  numbers.length = 0;
  texts.push(shardOf(id));
  const doc: Record<string, unknown> = { _id: id };
  unpackFields(doc, countOf(byte(), tag.OBJECT, tag.LONG_OBJECT));
  if (at !== end) throw new TypeError('a packed document goes on after its end');
  return doc;
}

function byte(): number {
  if (at >= end) throw new TypeError('a packed document ends too early');
  return bytes.charCodeAt(at++);
}

/** The place of the next bytes, which are there. */
function skip(length: number): number {
  at += length;
  if (at > end) throw new TypeError('a packed document ends too early');
  return at - length;
}

function countOf(head: number, few: number, many: number): number {
  if (head >= few && head <= few + tag.FEW_MAX) return head - few;
  if (head === many) return varint();
  throw new TypeError(`a packed value of the unknown kind ${head}`);
}

function unpackFields(into: Record<string, unknown>, count: number): Record<string, unknown> {
  for (let left = count; left > 0; left -= 1) {
    const code = byte();
    const name = code === tag.OTHER_NAME ? (unpackValue(byte()) as string) : word(code);
    const head = byte();
    const value = head === tag.REQUEST_KEY ? requestKeyOf(into) : unpackValue(head);
    // An assignment would change the prototype.
    if (name === '__proto__')
      Object.defineProperty(into, name, { value, enumerable: true, writable: true, configurable: true });
    else into[name] = value;
  }
  return into;
}

function word(code: number): string {
  const found = WORDS[code];
  if (found === undefined) throw new TypeError(`a packed document has the unknown word ${code}`);
  return found;
}

function unpackValue(head: number): unknown {
  if (head <= tag.SMALL_MAX) return head;
  if (head < tag.TEXT_SAID) return remembered(utf8(head & tag.SHORT_TEXT_MAX));
  if (head < tag.NUMBER_SAID) return said(texts, head & 0x0f);
  if (head < tag.NUMBER_BEFORE_SAID) return said(numbers, head & 0x07);
  if (head < tag.OBJECT) return said(numbers, head & 0x07) - 1;
  if (head < tag.LIST) return unpackFields({}, head & 0x0f);
  if (head < tag.NULL) return unpackList(head & 0x0f);
  return unpackRare(head);
}

function unpackRare(head: number): unknown {
  switch (head) {
    case tag.NULL:
      return null;
    case tag.TRUE:
      return true;
    case tag.FALSE:
      return false;
    case tag.WHOLE:
      return rememberedNumber(varint());
    case tag.BELOW_ZERO:
      return -varint();
    case tag.DOUBLE:
      return Buffer.from(bytes.substring(skip(DOUBLE_BYTES), at), 'latin1').readDoubleBE(0);
    case tag.UUID:
      return remembered(uuidText(bytes, skip(UUID_BYTES)));
    case tag.WORD:
      return word(byte());
    case tag.LONG_TEXT:
      return remembered(utf8(varint()));
    case tag.ODD_TEXT:
      return remembered(odd(varint()));
    case tag.LONG_OBJECT:
      return unpackFields({}, varint());
    case tag.LONG_LIST:
      return unpackList(varint());
    case tag.DOTTED: {
      const left = unpackValue(byte());
      return `${left}.${unpackValue(byte())}`;
    }
    default:
      throw new TypeError(`a packed value of the unknown kind ${head}`);
  }
}

function unpackList(count: number): unknown[] {
  const list: unknown[] = [];
  for (let left = count; left > 0; left -= 1) list.push(unpackValue(byte()));
  return list;
}

function said<T>(all: readonly T[], place: number): T {
  const value = all[place];
  if (value === undefined) throw new TypeError('a packed document names what it has not said');
  return value;
}

/** In the order, and under the conditions, of pack.ts. */
function remembered(text: string): string {
  const { length } = text;
  if (length >= tag.SAID_LENGTH_MIN && length <= tag.SAID_LENGTH_MAX && texts.length < tag.SAID_TEXTS_MAX) {
    texts.push(text);
  }
  return text;
}

function rememberedNumber(value: number): number {
  if (numbers.length < tag.SAID_NUMBERS_MAX) numbers.push(value);
  return value;
}

function varint(): number {
  let value = 0;
  for (let scale = 1; ; scale *= 0x80) {
    const next = byte();
    value += (next & 0x7f) * scale;
    if (next < 0x80) return value;
  }
}

function utf8(length: number): string {
  const from = skip(length);
  if (page !== null && length > COPIED_LENGTH) return page.toString('utf8', from, at);
  const piece = bytes.substring(from, at);
  if (length <= COPIED_LENGTH && isAscii(piece)) return piece;
  return Buffer.from(piece, 'latin1').toString('utf8');
}

function isAscii(text: string): boolean {
  for (let place = 0; place < text.length; place += 1) if (text.charCodeAt(place) > 0x7f) return false;
  return true;
}

function odd(length: number): string {
  let text = '';
  for (let left = length; left > 0; left -= 1) text += String.fromCharCode((byte() << 8) | byte());
  return text;
}
