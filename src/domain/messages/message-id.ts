/**
 * Message ids are UUIDs of version 7 (RFC 9562): 48 bits of time, then 34 random bits, then the row's seq in the last
 * 40 bits. Therefore a row is found by its id with a point read of the log, and needs no index on the id.
 */
const codesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
const DIGITS = codesOf('0123456789abcdef');
/** The characters of the id at hand. Every message needs one: pieces of text joined cost three times as much. */
const codes = codesOf('00000000-0000-7000-8000-000000000000');
const LOW = 0x10000;

export function messageId(at: number, seq: number, randomUuid: string): string {
  writeHex(Math.floor(at / LOW), 0, 8);
  writeHex(at % LOW, 9, 13);
  // The first nine digits of the random UUID, without the one of its version.
  for (let digit = 0; digit < 3; digit += 1) {
    codes[15 + digit] = randomUuid.charCodeAt(1 + digit);
    codes[20 + digit] = randomUuid.charCodeAt(4 + digit);
  }
  writeHex((Number.parseInt(randomUuid.charAt(0), 16) & 0x3) | 0x8, 19, 20);
  codes[24] = randomUuid.charCodeAt(7);
  codes[25] = randomUuid.charCodeAt(9);
  writeHex(Math.floor(seq / LOW), 26, 32);
  writeHex(seq % LOW, 32, 36);
  return String.fromCharCode(...codes);
}

/** Numbers of at most 32 bits. */
function writeHex(value: number, from: number, to: number): void {
  let rest = value;
  for (let place = to - 1; place >= from; place -= 1) {
    codes[place] = DIGITS[rest & 0xf] as number;
    rest >>>= 4;
  }
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The seq inside a message id; 0 if the text is no message id. */
export function seqOfMessageId(id: string): number {
  return shape.test(id) ? Number.parseInt(id.slice(-10), 16) : 0;
}
