/** The text of a UUID from its bytes. One text that is made at once is quicker than twenty that are joined. */
const HIGH = new Uint8Array(256);
const LOW = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  const pair = byte.toString(16).padStart(2, '0');
  HIGH[byte] = pair.charCodeAt(0);
  LOW[byte] = pair.charCodeAt(1);
}

const DASH = 0x2d;
export const UUID_BYTES = 16;
const scratch = Buffer.alloc(36, DASH);

/** `bytes` has a character for each byte. */
export function uuidText(bytes: string, from: number): string {
  let to = 0;
  for (let at = 0; at < UUID_BYTES; at += 1) {
    if (at === 4 || at === 6 || at === 8 || at === 10) to += 1;
    const byte = bytes.charCodeAt(from + at);
    scratch[to++] = HIGH[byte] as number;
    scratch[to++] = LOW[byte] as number;
  }
  return scratch.toString('latin1');
}
