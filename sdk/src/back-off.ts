/** The delay before a retry. It grows, is never shorter than the service asked for, and is random. */
import type { MeydanError } from './errors.js';

const FIRST_MS = 250;
const MOST_MS = 10_000;

export function waitMs(attempt: number, error?: MeydanError): number {
  const told = error?.retryAfterMs ?? (error?.until ? error.until - Date.now() : 0);
  const grown = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
  return Math.max(0, told) + grown / 2 + (Math.random() * grown) / 2;
}

/** Ends early when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
