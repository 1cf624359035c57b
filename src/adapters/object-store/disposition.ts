import { percentEncoded } from './percent-encoded.js';

/**
 * `Content-Disposition` for a download: the name as it is (RFC 5987), after a plain ASCII one for older clients.
 * Characters that would break out of the header or of a folder become `_`.
 */
export function attachmentOf(name: string): string {
  const safe = name.toWellFormed().replaceAll(unsafe, '_');
  const plain = safe
    .normalize('NFKD')
    .replaceAll(marks, '')
    .replaceAll('ı', 'i')
    .replaceAll(/[^ -~]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(safe)}`;
}

/**
 * Control characters, direction marks (a name must not read backwards), and characters that separate folders or quotes.
 */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069"\\/]/gu;
const marks = /\p{M}/gu;
