import { isTooLong, type Line } from '#src/concurrency/long-line.js';

const bounds = { most: 100, burst: 4, waitMs: 250 };
const line = (given: Partial<Line>): Line => ({ length: 100, since: 0, all: 100, lines: 1, ...given });

describe('a line of waiting work', () => {
  it('is too long from the bound on, once its oldest has waited for the time', () => {
    expect(isTooLong(line({}), bounds, 250)).toBe(true);
    expect(isTooLong(line({ all: 99, length: 99 }), bounds, 250)).toBe(false);
    expect(isTooLong(line({}), bounds, 249)).toBe(false);
  });

  it('is too long from the burst on, however short the wait is', () => {
    expect(isTooLong(line({ all: 400, length: 400 }), bounds, 0)).toBe(true);
    expect(isTooLong(line({ all: 399, length: 399 }), bounds, 0)).toBe(false);
  });

  it('is never too long while it has less than its share of what waits', () => {
    expect(isTooLong(line({ all: 500, length: 99, lines: 5 }), bounds, 1_000)).toBe(false);
    expect(isTooLong(line({ all: 500, length: 100, lines: 5 }), bounds, 1_000)).toBe(true);
    expect(isTooLong(line({ all: 500, length: 0, since: undefined, lines: 1 }), bounds, 1_000)).toBe(false);
  });
});
