import { retryDelay } from '#src/concurrency/retry-delay.js';

const RETRY_DELAYS = { firstMs: 1_000, maxMs: 300_000 };
/** The longest `Retry-After` of a push service that is kept: the clock of the service may be wrong. */
const ASKED_MS_MAX = 3_600_000;

/** Attempts of one push; with the pauses between them about a quarter of an hour. */
export const ATTEMPTS_MAX = 10;

/** The pause after that many failed attempts: at least as long as the push service asked for. */
export function pushRetryDelayMs(attempts: number, random: number, askedMs: number | null = null): number {
  return Math.max(retryDelay(attempts, random, RETRY_DELAYS), Math.min(askedMs ?? 0, ASKED_MS_MAX));
}
