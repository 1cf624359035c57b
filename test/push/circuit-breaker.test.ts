/** A push service that does not answer is asked seldom. */
import { withCircuitBreaker } from '#src/adapters/push/circuit-breaker.js';
import type { PushResult, PushTarget } from '#src/adapters/push/push-sender.js';

const push = { type: 'message', roomSlug: 'oda', messageId: 'm' } as const;
const android: PushTarget = { platform: 'android', token: 't', env: null, language: null };
const iphone: PushTarget = { ...android, platform: 'ios', env: 'production' };
const browser = (host: string): PushTarget => ({
  ...android,
  token: `https://${host}/a`,
  web: { key: 'k', p256dh: 'p', auth: 'a' },
});
const silence: PushResult = { kind: 'retry', why: 'no answer', afterMs: null };

function silentFor(...silent: PushTarget[]) {
  const clock = { now: 0 };
  const asked: PushTarget[] = [];
  const state = { silent, tookMs: 10_000 };
  const sender = withCircuitBreaker(
    {
      async send(target) {
        asked.push(target);
        await Promise.resolve();
        if (!state.silent.includes(target)) return { kind: 'sent' };
        clock.now += state.tookMs;
        return silence;
      },
      close: () => Promise.resolve(),
    },
    { monotonic: () => clock.now },
  );
  const times = async (count: number, target: PushTarget) => {
    for (let n = 0; n < count; n += 1) await sender.send(target, push);
  };
  return { clock, asked, state, sender, times };
}

describe('a push service that does not answer', () => {
  it('is asked by one delivery in ten seconds after eight that waited in vain', async () => {
    const { clock, asked, sender, times } = silentFor(android);
    await times(8, android);
    clock.now += 4_000;
    expect(await sender.send(android, push)).toEqual({
      kind: 'retry',
      why: 'the push service does not answer',
      afterMs: 6_000,
    });
    expect(asked).toHaveLength(8);
    clock.now += 6_000;
    const [probe, other] = await Promise.all([sender.send(android, push), sender.send(android, push)]);
    expect([probe, other]).toEqual([silence, { ...silence, why: 'the push service does not answer', afterMs: 10_000 }]);
    expect(asked).toHaveLength(9);
  });

  it('is asked by all again when it answers one', async () => {
    const { clock, asked, state, times } = silentFor(android);
    await times(8, android);
    clock.now += 10_000;
    state.silent = [];
    await times(3, android);
    expect(asked).toHaveLength(11);
  });

  it('leaves the other services alone, also those of other browsers', async () => {
    const [mozilla, google] = [browser('push.example'), browser('fcm.example')];
    const testPhone: PushTarget = { ...iphone, env: 'sandbox' };
    const { asked, times } = silentFor(android, mozilla, testPhone);
    for (const target of [android, mozilla, testPhone]) await times(9, target);
    for (const target of [iphone, google]) await times(9, target);
    expect(asked.filter((target) => target === iphone || target === google)).toHaveLength(18);
    expect(asked).toHaveLength(24 + 18);
  });

  it('is none that answers between, or that refuses at once', async () => {
    const { asked, state, times } = silentFor(android);
    await times(7, android);
    state.silent = [];
    await times(1, android);
    state.silent = [android];
    await times(7, android);
    state.tookMs = 100;
    await times(20, android);
    expect(asked).toHaveLength(35);
  });
});
