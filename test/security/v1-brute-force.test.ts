/** S8: guessing a password of `/v1` is bounded, however many guess at once, and keeps nobody else waiting. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createPasswords } from '#src/adapters/credentials/passwords.js';
import type { RefusalError } from '#src/errors.js';
import { openV1Fixture, outcomeOf, PASSWORD, type V1Fixture } from '../v1/v1-fixture.js';

let fixture: V1Fixture;
beforeAll(async () => {
  fixture = await openV1Fixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const login = async (email: string, password: string) =>
  outcomeOf(await fixture.ask('POST', '/v1/auth/login', { email, password }));

/** How late timers were while that went on, in ms. */
async function loopDelay(work: () => Promise<unknown>): Promise<{ p50: number; p99: number; max: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => Math.round(ns / 1e6));
  return { p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0 };
}

describe('S8: a hundred wrong passwords at once', () => {
  it.each(['known@example.com', 'unknown@example.com'])('for %s: exactly five are judged', async (email) => {
    if (email.startsWith('known')) await fixture.account(email);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, guess) => login(email, `wrong password ${guess}`)),
    );
    expect(outcomes.filter((outcome) => outcome === '401 invalid_credentials')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === '429 too_many_attempts')).toHaveLength(95);
    expect(await login(email, PASSWORD)).toBe('429 too_many_attempts');
  });

  it('for a hundred addresses keep the event loop free', async () => {
    const emails = Array.from({ length: 100 }, (_, index) => `kimse${index}@example.com`);
    const idle = await loopDelay(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    let outcomes: string[] = [];
    const busy = await loopDelay(async () => {
      outcomes = await Promise.all(emails.map((email) => login(email, 'wrong password')));
    });
    expect(new Set(outcomes)).toEqual(new Set(['401 invalid_credentials']));
    process.stderr.write(`event loop under 100 logins, ms: ${JSON.stringify(busy)}; idle: ${JSON.stringify(idle)}\n`);
    // People who ask and the service that answers share this loop here, and a busy machine keeps an idle one waiting,
    // too.
    expect(busy.p99 - idle.p99).toBeLessThan(100);
  });
});

describe('S8: hashing', () => {
  const quick = { memoryCost: 1_024, timeCost: 1 };

  it('is done for so many at once and no more, and refused when too many wait', async () => {
    const passwords = createPasswords({ ...quick, concurrency: 2, waitingMax: 3 });
    const asked = Array.from({ length: 8 }, () => passwords.hash('password'));
    const settled = await Promise.allSettled(asked);
    const refused = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
    expect(refused).toHaveLength(3);
    for (const error of refused)
      expect((error as RefusalError).refusal).toEqual({ code: 'overloaded', retryAfterMs: 2_000 });
    expect(await passwords.matches('password', await passwords.hash('password'))).toBe(true);
  });

  it('goes on after a failure', async () => {
    const passwords = createPasswords({ ...quick, concurrency: 1 });
    await expect(passwords.matches('password', 'no hash at all')).rejects.toThrow();
    expect(await passwords.matches('password', await passwords.hash('password'))).toBe(true);
    expect(await passwords.matches('password', null)).toBe(false);
    expect(await passwords.matches('nobody', null)).toBe(false);
  });

  it('is argon2id with what OWASP asks at the least, and salted', async () => {
    const passwords = createPasswords();
    const [one, other] = [await passwords.hash('password'), await passwords.hash('password')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  it('with more asked later knows what is weak by then', async () => {
    const weak = await createPasswords(quick).hash('password');
    expect(createPasswords(quick).isWeak(weak)).toBe(false);
    expect(createPasswords({ ...quick, timeCost: 2 }).isWeak(weak)).toBe(true);
    expect(createPasswords({ ...quick, memoryCost: 2_048 }).isWeak(weak)).toBe(true);
    expect(createPasswords({ memoryCost: 512, timeCost: 1 }).isWeak(weak)).toBe(false);
  });
});
