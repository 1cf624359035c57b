/**
 * An object is one file: its bytes, and after them a seal of fixed length that says what they are. So bytes and type
 * come into place in one rename, and a file without a seal is no object, whatever put it there.
 */

export const SEAL_BYTES = 192;

const MARK = 'meydan object\n';
const wellFormed = /^[\x20-\x7e]{1,128}$/;

export function sealOf(contentType: string): Buffer {
  if (!wellFormed.test(contentType)) throw new TypeError('A content type is 1 to 128 plain characters');
  return Buffer.from(`\n${MARK}${contentType}`.padEnd(SEAL_BYTES - 1).concat('\n'), 'latin1');
}

/** The type it tells, or null when it is no seal. */
export function typeOfSeal(seal: Buffer): string | null {
  const text = seal.toString('latin1');
  if (text.length !== SEAL_BYTES || !text.startsWith(`\n${MARK}`)) return null;
  return text.slice(MARK.length + 1).trimEnd();
}
