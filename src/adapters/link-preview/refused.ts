/** No preview for a reason of the page, not of this service. */
export class PreviewRefused extends Error {
  override name = 'PreviewRefused';
}

/** The fields that every error has, including errors of other realms. */
interface Failure {
  name: string;
  message: string;
  code?: unknown;
}

/** Timeouts, and answers that are not HTTP: these errors have no code in words. */
const NAMES = new Set(['TimeoutError', 'AbortError', 'HTTPParserError']);

/**
 * Failures that the other side can cause: a name without addresses, a broken connection, invalid compression, a
 * timeout. Errors of Node and undici have a code in words; a TypeError is always a mistake of our own.
 */
export function isFailureOfPage(error: unknown): error is Failure {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code } = error as Failure;
  if (error instanceof PreviewRefused || NAMES.has(name)) return true;
  return name !== 'TypeError' && typeof code === 'string';
}

/** A few words for the log. The messages of Node and undici would contain the host. */
export function reasonOf(error: Failure): string {
  if (error instanceof PreviewRefused) return error.message;
  return typeof error.code === 'string' ? error.code : error.name;
}
