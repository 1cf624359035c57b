export interface RetryDelays {
  firstMs: number;
  maxMs: number;
}

/**
 * The delay in whole ms after that many failed attempts: exponential back-off from `firstMs` to `maxMs`, with a jitter of a quarter
 * in each direction. `random` is in [0, 1).
 */
export function retryDelay(attempts: number, random: number, { firstMs, maxMs }: RetryDelays): number {
  return Math.round(Math.min(firstMs * 2 ** (attempts - 1), maxMs) * (0.75 + random / 2));
}
