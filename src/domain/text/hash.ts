/**
 * A 53-bit hash of a text (cyrb53), to distinguish requests. It must not protect secrets. A text in pieces need not be
 * joined for it.
 */
export const hash53 = (...pieces: string[]): string => cyrb53(pieces, 0).toString(36);

/** A UUID derived from a text (version 8). It must not protect secrets. */
export function uuidOf(text: string): string {
  const digits = [1, 2, 3].map((seed) => cyrb53([text], seed).toString(16).padStart(14, '0').slice(-12)).join('');
  const variant = ((Number.parseInt(digits.charAt(15), 16) & 0x3) | 0x8).toString(16);
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`];
  return [...groups, `${variant}${digits.slice(16, 19)}`, digits.slice(19, 31)].join('-');
}

function cyrb53(pieces: readonly string[], seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i += 1) {
      const code = piece.charCodeAt(i);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
