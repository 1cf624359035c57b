import { createLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';

const MINUTE_MS = 60_000;

function limited(options: { off?: boolean; keysMax?: number } = {}) {
  const clock = { ms: 1_234 };
  const limits = createLimits({ env: { monotonic: () => clock.ms }, off: false, ...options });
  const take = (key = 'ada', scope = 'auth') => limits.take(scope, key, 20, MINUTE_MS);
  return { clock, limits, take };
}

describe('a limit of twenty a minute', () => {
  it('lets twenty through and not the twenty-first', async () => {
    const { take } = limited();
    for (let n = 19; n >= 0; n -= 1) expect(await take()).toEqual({ ok: true, remaining: n, retryAfterMs: 0 });
    expect(await take()).toEqual({ ok: false, remaining: 0, retryAfterMs: MINUTE_MS });
  });

  it('opens again exactly when the minute is over', async () => {
    const { take, clock } = limited();
    for (let n = 0; n < 20; n += 1) await take();
    clock.ms += MINUTE_MS - 1;
    expect(await take()).toEqual({ ok: false, remaining: 0, retryAfterMs: 1 });
    clock.ms += 1;
    expect(await take()).toEqual({ ok: true, remaining: 19, retryAfterMs: 0 });
  });

  it('counts a minute from its first request, and what was refused is not counted', async () => {
    const { take, clock } = limited();
    for (let n = 0; n < 40; n += 1) {
      await take();
      clock.ms += 100;
    }
    clock.ms = 1_234 + MINUTE_MS;
    for (let n = 0; n < 20; n += 1) expect(await take()).toMatchObject({ ok: true });
    expect(await take()).toMatchObject({ ok: false });
  });

  it('is exact under a burst', async () => {
    const { take } = limited();
    const taken = await Promise.all(Array.from({ length: 500 }, () => take()));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(20);
  });

  it('holds for each key and each scope on its own', async () => {
    const { take } = limited();
    for (let n = 0; n < 20; n += 1) await take('ada');
    expect(await take('ada')).toMatchObject({ ok: false });
    expect(await take('bob')).toMatchObject({ ok: true, remaining: 19 });
    expect(await take('ada', 'other')).toMatchObject({ ok: true, remaining: 19 });
    expect(await take('__proto__')).toMatchObject({ ok: true, remaining: 19 });
  });

  it('lets everything through when limits are off', async () => {
    const { take } = limited({ off: true });
    for (let n = 0; n < 100; n += 1) expect(await take()).toMatchObject({ ok: true });
  });

  it('stays exact for the keys it has room for, and forgets the oldest beyond', async () => {
    const { take, clock } = limited({ keysMax: 3 });
    for (const key of ['one', 'two', 'three']) for (let n = 0; n < 20; n += 1) await take(key);
    await take('four');
    expect(await take('three')).toMatchObject({ ok: false });
    expect(await take('one')).toMatchObject({ ok: true, remaining: 19 });
    clock.ms += MINUTE_MS;
    expect(await take('three')).toMatchObject({ ok: true, remaining: 19 });
  });
});
