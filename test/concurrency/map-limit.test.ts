import { mapLimit } from '#src/concurrency/map-limit.js';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('mapLimit', () => {
  it('returns results in the order of the items, and runs no more at a time than it may', async () => {
    let running = 0;
    let most = 0;
    const results = await mapLimit([5, 1, 4, 2, 3], 2, async (ticks) => {
      running += 1;
      most = Math.max(most, running);
      for (let at = 0; at < ticks; at += 1) await nextTick();
      running -= 1;
      return ticks * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
    expect(await mapLimit([], 2, async () => 1)).toEqual([]);
  });

  it('rejects with the first failure and begins nothing after it', async () => {
    const begun: number[] = [];
    const mapped = mapLimit([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await nextTick();
      if (item === 1) throw new Error('refused');
      await nextTick();
    });
    await expect(mapped).rejects.toThrow('refused');
    for (let at = 0; at < 10; at += 1) await nextTick();
    expect(begun).toEqual([1, 2]);
  });
});
