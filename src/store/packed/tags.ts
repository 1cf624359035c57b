/**
 * The first byte of a packed value. Texts and numbers that the document has said before are named by their place, which
 * is what makes a message small: its room, its sender and its client's id stand in it several times.
 *
 * | byte | value |
 * |---|---|
 * | 00-3f | the number 0 to 63 |
 * | 40-5f | a text of 0 to 31 bytes of UTF-8 |
 * | 60-6f | the text at this place of those said before |
 * | 70-77 | the number at this place of those said before |
 * | 78-7f | that number less one |
 * | 80-8f | an object with 0 to 15 fields: names and values in turn |
 * | 90-9f | a list of 0 to 15 values |
 * | a0-af | the rest, below |
 */
export const TEXT = 0x40;
export const TEXT_SAID = 0x60;
export const NUMBER_SAID = 0x70;
export const NUMBER_BEFORE_SAID = 0x78;
export const OBJECT = 0x80;
export const LIST = 0x90;

export const NULL = 0xa0;
export const TRUE = 0xa1;
export const FALSE = 0xa2;
/** A varint; a whole number below zero by its amount; any other number in eight bytes. */
export const WHOLE = 0xa3;
export const BELOW_ZERO = 0xa4;
export const DOUBLE = 0xa5;
/** Sixteen bytes. */
export const UUID = 0xa6;
/** A word, by its code. */
export const WORD = 0xa7;
/** The length in bytes, then UTF-8. */
export const LONG_TEXT = 0xa8;
/** The length in characters, then two bytes each: a text with half a character, which UTF-8 does not have. */
export const ODD_TEXT = 0xa9;
export const LONG_OBJECT = 0xaa;
export const LONG_LIST = 0xab;
/** Two texts with a dot between them. */
export const DOTTED = 0xac;
/** The key of the request: room, account and the client's id, which were said before. */
export const REQUEST_KEY = 0xad;

/** The name of a field that is no word: a value follows. */
export const OTHER_NAME = 0xff;

export const SMALL_MAX = 63;
export const SHORT_TEXT_MAX = 31;
export const FEW_MAX = 15;
/** Of each kind, so many are remembered. */
export const SAID_TEXTS_MAX = 16;
export const SAID_NUMBERS_MAX = 8;
/** Shorter and longer texts are not remembered. */
export const SAID_LENGTH_MIN = 4;
export const SAID_LENGTH_MAX = 64;
