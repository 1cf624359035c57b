import {
  FRAME_BYTES_MAX,
  JSON_DEPTH_MAX,
  JSON_VALUES_MAX,
  LARGE_JSON_VALUES_MAX,
  LARGE_REST_BODY_BYTES_MAX,
  REST_BODY_BYTES_MAX,
} from '#src/domain/limits.js';
import { RefusalError } from '#src/errors.js';

/** The bounds of a JSON text. They are checked before parsing, so that a refusal costs one pass over the text. */
export interface JsonBounds {
  /** Bytes of the text, without blanks between values, and with each escaped character counted as the character. */
  bytes: number;
  /** Number of values: members of objects, elements of lists, and the objects and lists themselves. */
  values: number;
}

export const SMALL_BODY: JsonBounds = { bytes: REST_BODY_BYTES_MAX, values: JSON_VALUES_MAX };
export const LARGE_BODY: JsonBounds = { bytes: LARGE_REST_BODY_BYTES_MAX, values: LARGE_JSON_VALUES_MAX };
export const FRAME: JsonBounds = { bytes: FRAME_BYTES_MAX, values: LARGE_JSON_VALUES_MAX };

/**
 * JSON may escape a character with six bytes, so that a valid text may be this many times longer on the wire. Only a
 * text of escaped ASCII would need the factor six: 96 KiB for a message of 16 KiB, 384 KiB for an article of 64 KiB.
 * Both fit into twice the bound of their bodies.
 */
const ESCAPING_FACTOR = 2;

/** The largest number of bytes that are read. */
export const wireBytesOf = ({ bytes }: JsonBounds): number => bytes * ESCAPING_FACTOR;

/**
 * A member named `__proto__` in any spelling: code that copies such an object would change the prototype of the copy.
 */
const PROTOTYPE = new RegExp(`"${[...'__proto__'].map(spelled).join('')}"\\s*:`);

function spelled(char: string): string {
  return `(?:${char}|\\\\u00${char.charCodeAt(0).toString(16).replace('f', '[fF]')})`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** The parsed text. Refuses a text that is too deep or too large; for invalid JSON it throws the parser's error. */
export function parseJson(text: string, { values }: JsonBounds): unknown {
  refuseOddShape(text, values);
  if (PROTOTYPE.test(text)) throw new RefusalError('invalid_request', { message: 'No member may be named __proto__.' });
  return JSON.parse(text);
}

/** Whether the parsed text is too long in its shortest form. */
export function isTooLong(text: string, value: unknown, { bytes }: JsonBounds): boolean {
  // A UTF-16 unit has at most three bytes.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return false;
  return Buffer.byteLength(JSON.stringify(value)) > bytes;
}

/** One pass in which a string is one step, so that neither a million brackets nor a million keys reach the parser. */
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

/** The place of the closing quote; the end of the text without one. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}

const tooDeep = () => new RefusalError('invalid_request', { message: 'The body nests too deeply.' });
const tooMany = (values: number) =>
  new RefusalError('payload_too_large', { message: `The body holds more than ${values} values.` });
