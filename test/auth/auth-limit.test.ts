import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';

const clock = new TestClock();
const boot = (settings: Record<string, string>) =>
  bootApp({ settings: { RATE_LIMITS: 'on', ...settings }, parts: { env: clock.env } });

async function statuses(booted: Booted, count: number, forwarded: (n: number) => string): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const headers = { 'x-forwarded-for': forwarded(n) };
    found.push((await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: 'x' }, headers)).status);
  }
  return found;
}

const twenty = Array.from({ length: 20 }, () => 204);

describe('the limit on /api/auth', () => {
  it('is twenty a minute for an address, whatever the client says its address is', async () => {
    await using booted = await boot({});
    expect(await statuses(booted, 21, (n) => `203.0.113.${n}`)).toEqual([...twenty, 429]);
    const refused = await booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token: 'x' });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('x-request-id')).toBeTruthy();
    expect(refused.headers.get('retry-after')).toBeNull();
    clock.move(60_000);
    expect(await statuses(booted, 21, () => '')).toEqual([...twenty, 429]);
  });

  it('believes the proxy in front, and nothing that was written before it', async () => {
    await using booted = await boot({ TRUST_PROXY: '1' });
    expect(await statuses(booted, 21, (n) => `198.51.100.${n}, 203.0.113.7`)).toEqual([...twenty, 429]);
    expect(await statuses(booted, 1, () => '203.0.113.8')).toEqual([204]);
  });

  it('does not touch other paths', async () => {
    await using booted = await boot({});
    await statuses(booted, 21, () => '');
    expect((await booted.ask(null, 'GET', '/api/usernames/available?username=ada')).status).toBe(200);
  });
});
