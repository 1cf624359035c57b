/** S4: a refresh token of `/api` that is used twice has two holders: its session ends. */
import { randomBytes } from 'node:crypto';
import { talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { TestClock } from '../support/time/test-clock.js';

const DAY_MS = 86_400_000;

onEachEngine('S4: a refresh token', (engine) => {
  describe('in the whole service', () => refreshTokens(engine));
});

function refreshTokens(engine: EngineSettings): void {
  let booted: Booted;
  const clock = new TestClock();
  beforeAll(async () => {
    const { MONGODB_URI: mongodbUri } = engine();
    booted = await bootApp({ ...(mongodbUri ? { mongodbUri } : {}), parts: { env: clock.env } });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const refresh = async (refresh_token: string, key?: string) => {
    const headers = key ? { 'idempotency-key': key } : {};
    const { status, body } = await booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token }, headers);
    return { status, code: body.error?.code, next: body.refresh_token as string, body };
  };
  const login = (): Promise<Person> => booted.person('ada');
  const isOpen = async (token: string): Promise<boolean> => (await refresh(token)).status === 200;
  const refused = { status: 401, code: 'invalid_refresh_token' };

  it('that was rotated ends its session when it comes again after 15 s: tokens and sockets of both holders', async () => {
    const ada = await login();
    const { next, body } = await refresh(ada.refreshToken);
    const socket = await talk(booted, { ...ada, accessToken: body.access_token });
    clock.move(15_001);
    expect(await refresh(ada.refreshToken)).toMatchObject(refused);
    expect(await refresh(next)).toMatchObject(refused);
    await socket.hangsUp();
    expect(socket.heard.at(-1)).toEqual({ name: 'session:closed', payload: { reason: 'session_closed' } });
  });

  it('of any earlier rotation ends it too', async () => {
    const { refreshToken: first } = await login();
    const second = (await refresh(first)).next;
    const third = (await refresh(second)).next;
    clock.move(15_001);
    expect(await refresh(first)).toMatchObject(refused);
    expect(await refresh(third)).toMatchObject(refused);
  });

  it('that is used twice within 15 s is refused, and its session goes on', async () => {
    const { refreshToken: first } = await login();
    const second = (await refresh(first)).next;
    clock.move(14_000);
    expect(await refresh(first)).toMatchObject(refused);
    expect(await isOpen(second)).toBe(true);
  });

  it('is repeated under its Idempotency-Key for 15 s, and is a used one after that', async () => {
    const { refreshToken: first } = await login();
    const { next } = await refresh(first, 'k-1');
    clock.move(14_000);
    expect((await refresh(first, 'k-1')).next).toBe(next);
    clock.move(2_000);
    expect(await refresh(first, 'k-1')).toMatchObject(refused);
    expect(await refresh(next)).toMatchObject(refused);
  });

  it('that somebody made up ends nothing, even when it names the session', async () => {
    const { refreshToken } = await login();
    clock.move(15_001);
    const session = Buffer.from(refreshToken, 'base64url').subarray(0, 16);
    for (const more of [32, 56]) {
      const forged = Buffer.concat([session, randomBytes(more)]).toString('base64url');
      expect(await refresh(forged)).toMatchObject(refused);
    }
    expect(await isOpen(refreshToken)).toBe(true);
  });

  it('ends only its own session', async () => {
    const [one, other] = [await login(), await login()];
    await refresh(one.refreshToken);
    clock.move(15_001);
    await refresh(one.refreshToken);
    expect(await isOpen(other.refreshToken)).toBe(true);
  });
}

describe('a session', () => {
  it('ends SESSION_MAX_AGE_S after its login, however often it is renewed', async () => {
    const clock = new TestClock();
    const settings = { SESSION_MAX_AGE_S: String((100 * DAY_MS) / 1_000) };
    await using booted = await bootApp({ settings, parts: { env: clock.env } });
    const ada = await booted.person('ada');
    const refresh = (refresh_token: string) => booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token });
    clock.move(60 * DAY_MS);
    const second = await refresh(ada.refreshToken);
    expect(second.body.refresh_expires_in).toBeLessThanOrEqual((40 * DAY_MS) / 1_000);
    clock.move(40 * DAY_MS - 600_000);
    const third = await refresh(second.body.refresh_token);
    expect([third.body.expires_in <= 600, third.body.refresh_expires_in <= 600]).toEqual([true, true]);
    clock.move(600_000);
    expect((await refresh(third.body.refresh_token)).status).toBe(401);
    const late = await booted.ask({ ...ada, accessToken: third.body.access_token }, 'GET', '/api/me');
    expect([late.status, late.body.error.code]).toEqual([401, 'token_expired']);
  });
});
