const FIRST_RETRY_DELAY_MS = 1_000;
const RETRY_DELAY_MAX_MS = 300_000;
/** What a push service may ask for at most: it may be wrong about its clock. */
const ASKED_MS_MAX = 3_600_000;

/** Tries of one push; with the pauses between them about a quarter of an hour. */
export const ATTEMPTS_MAX = 10;

/** How long to wait after so many tries: twice as long each time, somewhat apart from others, and at least as asked. */
export function pushRetryDelayMs(attempts: number, random: number, askedMs: number | null = null): number {
  const grown = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1), RETRY_DELAY_MAX_MS) * (0.75 + random / 2);
  return Math.max(grown, Math.min(askedMs ?? 0, ASKED_MS_MAX));
}
