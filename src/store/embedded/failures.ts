import { StoreLocked, StoreUnavailable } from '../store.js';
import type { Failure } from './worker-protocol.js';

/** The meaning of SQLite's errors for the operator. */
const MEANINGS: [code: RegExp, meaning: string][] = [
  [/^SQLITE_FULL/, 'the disk is full'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'the file is damaged or not a Meydan store; restore it from a backup'],
  [/^SQLITE_READONLY/, 'the file or its folder is read-only'],
  [/^SQLITE_CANTOPEN/, 'the file cannot be opened; does the folder exist, and may this process write there?'],
  [/^SQLITE_IOERR/, 'the disk reports an error'],
];

/**
 * A failure in the form in which it crosses the threads: of the store for an error of SQLite, of our own code
 * otherwise.
 */
export function failureOf(cause: unknown, file: string): Failure {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  if (error instanceof StoreUnavailable) return { kind: 'unavailable', message: error.message };
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return { kind: 'error', message: error.message };
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return { kind: 'locked', message: file };
  const meaning = MEANINGS.find(([pattern]) => pattern.test(code))?.[1] ?? 'the store failed';
  return { kind: 'unavailable', message: `${file}: ${meaning} (${code}: ${error.message})` };
}

export function errorOf(failure: Failure): Error {
  if (failure.kind === 'unavailable') return new StoreUnavailable(failure.message);
  if (failure.kind === 'locked') return new StoreLocked(failure.message);
  return new Error(failure.message);
}
