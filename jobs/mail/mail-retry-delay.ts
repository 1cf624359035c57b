const FIRST_RETRY_DELAY_MS = 1_000;
const RETRY_DELAY_MAX_MS = 600_000;

/** How long to wait after so many tries: twice as long each time up to ten minutes, somewhat apart from others. */
export function mailRetryDelayMs(tries: number, random: number): number {
  return Math.round(
    Math.min(FIRST_RETRY_DELAY_MS * 2 ** Math.min(tries - 1, 30), RETRY_DELAY_MAX_MS) * (0.75 + random / 2),
  );
}
