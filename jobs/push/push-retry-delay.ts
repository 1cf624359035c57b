import { retryDelay } from '#src/concurrency/retry-delay.js';

const RETRY_DELAYS = { firstMs: 1_000, maxMs: 300_000 };
/** The longest `Retry-After` of a push service that is obeyed, because the clock of the service may be wrong. */
const ASKED_MS_MAX = 3_600_000;

/** Attempts for one push; with the delays between them about a quarter of an hour. */
export const ATTEMPTS_MAX = 10;

/** The delay after this number of failed attempts: at least the `Retry-After` of the push service. */
export function pushRetryDelayMs(attempts: number, random: number, askedMs: number | null = null): number {
  return Math.max(retryDelay(attempts, random, RETRY_DELAYS), Math.min(askedMs ?? 0, ASKED_MS_MAX));
}
