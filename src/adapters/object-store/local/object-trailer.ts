/**
 * An object is one file: its bytes, and after them a trailer of fixed length with the content type. Therefore one
 * rename puts both in place, and a file without a trailer is no object.
 */

export const TRAILER_BYTES = 192;

const MARK = 'meydan object\n';
const wellFormed = /^[\x20-\x7e]{1,128}$/;

export function trailerOf(contentType: string): Buffer {
  if (!wellFormed.test(contentType)) throw new TypeError('A content type is 1 to 128 plain characters');
  return Buffer.from(`\n${MARK}${contentType}`.padEnd(TRAILER_BYTES - 1).concat('\n'), 'latin1');
}

/** The content type, or null if the bytes are no trailer. */
export function contentTypeOfTrailer(trailer: Buffer): string | null {
  const text = trailer.toString('latin1');
  if (text.length !== TRAILER_BYTES || !text.startsWith(`\n${MARK}`)) return null;
  return text.slice(MARK.length + 1).trimEnd();
}
