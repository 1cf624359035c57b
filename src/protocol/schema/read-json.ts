import {
  FRAME_BYTES_MAX,
  JSON_DEPTH_MAX,
  JSON_VALUES_MAX,
  LARGE_JSON_VALUES_MAX,
  LARGE_REST_BODY_BYTES_MAX,
  REST_BODY_BYTES_MAX,
} from '#src/domain/limits.js';
import { RefusalError } from '#src/errors.js';

/** What a text of JSON may hold. It is looked at before it is parsed: what is refused costs one pass over the text. */
export interface JsonBounds {
  /** Bytes of the text, each escaped character counted as the character, without blanks between values. */
  bytes: number;
  /** Values in all: members of objects, elements of lists, and the objects and lists themselves. */
  values: number;
}

export const SMALL_BODY: JsonBounds = { bytes: REST_BODY_BYTES_MAX, values: JSON_VALUES_MAX };
export const LARGE_BODY: JsonBounds = { bytes: LARGE_REST_BODY_BYTES_MAX, values: LARGE_JSON_VALUES_MAX };
export const FRAME: JsonBounds = { bytes: FRAME_BYTES_MAX, values: LARGE_JSON_VALUES_MAX };

/**
 * JSON may spell a character with six bytes, so what fits may be up to so many times as long on its way. Six would be
 * needed for a text of nothing but escaped ASCII: 96 KiB for a message of 16 KiB, 384 KiB for an article of 64 KiB. Both
 * fit into twice the bound of what carries them.
 */
const ESCAPING_FACTOR = 2;

/** Bytes that are read at most; more are not waited for. */
export const wireBytesOf = ({ bytes }: JsonBounds): number => bytes * ESCAPING_FACTOR;

/** A member named `__proto__`, however it is spelled: whoever copies such an object gives the copy another prototype. */
const PROTOTYPE = new RegExp(`"${[...'__proto__'].map(spelled).join('')}"\\s*:`);

function spelled(char: string): string {
  return `(?:${char}|\\\\u00${char.charCodeAt(0).toString(16).replace('f', '[fF]')})`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** The parsed text. Refuses what is too deep or too much; what is no JSON at all throws the parser's own error. */
export function parseJson(text: string, { values }: JsonBounds): unknown {
  refuseOddShape(text, values);
  if (PROTOTYPE.test(text)) throw new RefusalError('invalid_request');
  return JSON.parse(text);
}

/** Whether what was parsed is longer than it may be, written as short as JSON can be. */
export function isTooLong(text: string, value: unknown, { bytes }: JsonBounds): boolean {
  // No UTF-16 unit has more than three bytes.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return false;
  return Buffer.byteLength(JSON.stringify(value)) > bytes;
}

/** One pass, in which a string is one step: neither a million brackets nor a million keys reach the parser. */
function refuseOddShape(text: string, valuesMax: number): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === COMMA) values += 1;
    else if (OPENING.has(char)) {
      values += 1;
      depth += 1;
      if (depth > JSON_DEPTH_MAX + 1) throw tooDeep();
    } else if (CLOSING.has(char)) depth -= 1;
    if (values > valuesMax) throw tooMany(valuesMax);
  }
}

/** Where the closing quote stands; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** After an odd number of backslashes. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}

const tooDeep = () => new RefusalError('invalid_request', { message: 'The body nests too deeply.' });
const tooMany = (values: number) =>
  new RefusalError('payload_too_large', { message: `The body holds more than ${values} values.` });
