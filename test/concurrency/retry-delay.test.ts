import { retryDelay } from '#src/concurrency/retry-delay.js';

describe('retryDelay', () => {
  const delays = { firstMs: 1_000, maxMs: 60_000 };

  it('doubles with every attempt up to its maximum', () => {
    expect([1, 2, 3, 6, 7, 2_000].map((attempts) => retryDelay(attempts, 0.5, delays))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('has a jitter of a quarter in each direction', () => {
    expect([retryDelay(3, 0, delays), retryDelay(3, 1, delays)]).toEqual([3_000, 5_000]);
  });

  it('is a whole number of milliseconds', () => {
    expect(retryDelay(1, 1 / 3, delays)).toBe(917);
  });
});
