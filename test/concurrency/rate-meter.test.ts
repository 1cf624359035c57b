import { RateMeter } from '#src/concurrency/rate-meter.js';

describe('a rate', () => {
  it('is that of the last second that is complete', () => {
    const meter = new RateMeter();
    meter.add(5, 1_000);
    expect(meter.perSecond(1_999)).toBe(0);
    meter.add(5, 1_999);
    expect(meter.perSecond(2_000)).toBe(10);
    meter.add(1, 2_500);
    expect(meter.perSecond(2_999)).toBe(10);
    expect(meter.perSecond(3_000)).toBe(1);
  });

  it('counts a window that nobody ended in time as long as it was', () => {
    const meter = new RateMeter();
    meter.add(8, 1_000);
    expect(meter.perSecond(5_000)).toBe(2);
    expect(meter.perSecond(6_000)).toBe(0);
  });
});
