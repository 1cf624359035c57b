/** Where a login by redirect may end. */

const BYTES_MAX = 2_048;
/** Scheme, two slashes, and an authority that a person and every parser read alike. */
const SPELLING = /^https?:\/\/[A-Za-z0-9.:[\]-]+(?:[/?#][\x21-\x7e]*)?$/i;

/**
 * The address in the parser's spelling and without its fragment, when its origin is allowed; null when it is not.
 * Browsers repair a lot (backslashes, missing slashes, names in other letters): a target that needs repair is refused
 * unparsed.
 */
export function readRedirectTarget(text: string, allowed: readonly string[]): string | null {
  if (text.length > BYTES_MAX || !SPELLING.test(text) || text.includes('\\') || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!allowed.includes(url.origin)) return null;
  url.hash = '';
  return url.href;
}
