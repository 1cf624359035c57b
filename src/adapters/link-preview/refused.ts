/** Why there is no preview: the page, not this service, is the reason. */
export class PreviewRefused extends Error {
  override name = 'PreviewRefused';
}

/** As much of an error as is told by every kind of them, those of other realms included. */
interface Failure {
  name: string;
  message: string;
  code?: unknown;
}

/** Too late, and an answer that is not HTTP: these come without a code in words. */
const NAMES = new Set(['TimeoutError', 'AbortError', 'HTTPParserError']);

/**
 * What the other side may cause: a name without address, a broken connection, bytes that do not unpack, no answer in
 * time. Errors of Node and undici carry a code in words; a TypeError is always a fault of our own.
 */
export function isFailureOfPage(error: unknown): error is Failure {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code } = error as Failure;
  if (error instanceof PreviewRefused || NAMES.has(name)) return true;
  return name !== 'TypeError' && typeof code === 'string';
}

/** A few words for the log; what Node and undici say themselves would name the host. */
export function reasonOf(error: Failure): string {
  if (error instanceof PreviewRefused) return error.message;
  return typeof error.code === 'string' ? error.code : error.name;
}
