import { retryDelay } from '#src/concurrency/retry-delay.js';

const RETRY_DELAYS = { firstMs: 1_000, maxMs: 600_000 };

/** The delay after this number of failed attempts to send a mail. */
export function mailRetryDelayMs(attempts: number, random: number): number {
  return retryDelay(attempts, random, RETRY_DELAYS);
}
