/** The text of a page, decoded with the charset that it declares, or with a guess. */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

const BYTES_SEARCHED = 1_024;
const META_CHARSET = /<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?\s*([\w-]{1,40})/i;

/** In the order of browsers: byte order mark, header, meta element, and then a guess. */
export function pageText(bytes: Uint8Array, contentType: string): string {
  const label = markedCharset(bytes) ?? headerCharset(contentType) ?? ownCharset(bytes);
  const decoder = label === null ? null : decoderOf(label);
  return decoder ? decoder.decode(bytes) : guessed(bytes);
}

function markedCharset([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return null;
}

const headerCharset = (contentType: string): string | null =>
  /;\s*charset\s*=\s*"?\s*([\w-]{1,40})/i.exec(contentType)?.[1] ?? null;

/** A page in which this ASCII text is found is not UTF-16, whatever it declares. */
function ownCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, BYTES_SEARCHED)).toString(
    'latin1',
  );
  const label = META_CHARSET.exec(head)?.[1] ?? null;
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** An unknown label counts as missing. */
function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if ((error as Error).name === 'RangeError') return null;
    throw error;
  }
}

/** Old Turkish pages without a declaration are in windows-1254, and their letters are not valid UTF-8. */
function guessed(bytes: Uint8Array): string {
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1254').decode(bytes);
}
