import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';
import { refusal, talk } from './talker.js';

describe('the handshake', () => {
  const clock = new TestClock();
  let booted: Booted;
  let ada: Person;

  beforeAll(async () => {
    booted = await bootApp({ settings: { SOCKET_ORIGINS: 'https://meydan.example' }, parts: { env: clock.env } });
    ada = await booted.person('ada');
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  it('lets a person in and says so first', async () => {
    const talker = await talk(booted, ada);
    expect(talker.heard[0]).toEqual({
      name: 'ready',
      payload: {
        account_id: ada.accountId,
        epoch: '0',
        session_id: expect.any(String),
        node: expect.any(String),
        server_time: expect.any(Number),
        limits: {
          messages: 20,
          messages_window_ms: 10_000,
          reads: 1_000,
          reads_window_ms: 10_000,
          writes: 200,
          writes_window_ms: 10_000,
          frames_per_second: 500,
          bytes_per_second: 1_048_576,
          body_bytes: 16_384,
          frame_bytes: 262_144,
          opened_rooms: 200,
          sockets_per_session: 10,
        },
      },
    });
    talker.close();
  });

  it('lets in clients that begin with long polling, and clients that stay with it', async () => {
    for (const transports of [['polling', 'websocket'], ['polling']]) {
      const talker = await talk(booted, ada, { transports });
      expect((await talker.ask('room:close', { room: 'nowhere' })).ok).toBe(true);
      talker.close();
    }
  });

  it.each([
    ['no token', {}],
    ['a token that is no text', { token: 7 }],
    ['an invented token', { token: 'a'.repeat(96) }],
    ['an object in place of a token', { token: { $ne: null } }],
  ])('refuses %s', async (_, auth) => {
    expect(await refusal(booted.url, auth)).toEqual({ code: 'unauthorized', message: expect.any(String) });
  });

  it('refuses a token in the address, even beside a valid one', async () => {
    const auth = { token: ada.accessToken };
    for (const name of ['token', 'access_token']) {
      const data = await refusal(booted.url, auth, { query: { [name]: ada.accessToken } });
      expect(data.code).toBe('unauthorized');
    }
  });

  it('refuses an account without a username', async () => {
    const nameless = await booted.person('nameless', { username: null });
    const data = await refusal(booted.url, { token: nameless.accessToken });
    expect(data.code).toBe('username_required');
  });

  it('refuses a session that was closed, although its token is still valid', async () => {
    const bob = await booted.person('bob');
    await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: bob.refreshToken });
    expect((await refusal(booted.url, { token: bob.accessToken })).code).toBe('unauthorized');
  });

  it('refuses an expired token, to the millisecond', async () => {
    const eda = await booted.person('eda');
    const expiresAt = clock.env.now() + 3_600_000;
    clock.move(3_590_000);
    expect(clock.env.now()).toBeLessThan(expiresAt);
    (await talk(booted, eda)).close();
    clock.move(10_001);
    expect((await refusal(booted.url, { token: eda.accessToken })).code).toBe('token_expired');
    ada = await booted.person('ada');
  });

  it('refuses pages of other origins, and takes its own and clients without one', async () => {
    const auth = { token: ada.accessToken };
    for (const transports of [['websocket'], ['polling']]) {
      const foreign = { extraHeaders: { origin: 'https://evil.example' }, transports };
      expect(await refusal(booted.url, auth, foreign)).toBeInstanceOf(Error);
      const own = await talk(booted, ada, { extraHeaders: { origin: 'https://meydan.example' }, transports });
      own.close();
    }
    for (const origin of ['https://meydan.example.evil.example', 'null', 'http://meydan.example']) {
      expect(await refusal(booted.url, auth, { extraHeaders: { origin } })).toBeInstanceOf(Error);
    }
  });

  it('lets pages of its own origin read the answers of long polling, and no others', async () => {
    const readerOf = async (origin: string) => {
      const answer = await fetch(`${booted.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
      await answer.body?.cancel();
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await readerOf('https://meydan.example')).toBe('https://meydan.example');
    expect(await readerOf('https://evil.example')).toBeNull();
  });

  it('gives a session ten sockets and refuses the eleventh until one is closed', async () => {
    const cem = await booted.person('cem');
    const talkers = await Promise.all(Array.from({ length: 10 }, () => talk(booted, cem)));
    expect((await refusal(booted.url, { token: cem.accessToken })).code).toBe('rate_limited');
    talkers[0]?.close();
    await poll(() => booted.app.gateway.size === 9, { until: 'one of the ten has gone' });
    const again = await talk(booted, cem);
    for (const talker of [...talkers, again]) talker.close();
  });

  it('knows who is online', async () => {
    const nil = await booted.person('nil');
    expect(booted.app.gateway.presence.isOnline(nil.accountId)).toBe(false);
    const talker = await talk(booted, nil);
    expect(booted.app.gateway.presence.isOnline(nil.accountId)).toBe(true);
    talker.close();
  });
});
