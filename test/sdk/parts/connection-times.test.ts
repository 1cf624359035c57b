/** When the socket of an account tries again and renews its session, and what ends that. */
import type { Socket } from 'socket.io';
import { Connection, type Hello } from '#sdk/connection.js';
import { MeydanError } from '#sdk/errors.js';
import type { Rest } from '#sdk/rest.js';
import { Sessions } from '#sdk/sessions.js';
import { memorySession } from '#sdk/storage.js';
import { poll } from '../../support/time/poll.js';
import { answeringServer } from '../answering-server.js';
import { later, settled } from './quick-timers.js';

describe('the socket of an account', () => {
  let service: Awaited<ReturnType<typeof answeringServer>>;
  let opened: Connection[] = [];
  const real = globalThis.setTimeout;
  let delays: number[] = [];
  beforeEach(async () => {
    service = await answeringServer();
    delays = [];
    globalThis.setTimeout = ((run: () => void, ms: number) => {
      delays.push(ms);
      return real(run, ms);
    }) as never;
  });
  afterEach(async () => {
    globalThis.setTimeout = real;
    for (const connection of opened) connection.close();
    opened = [];
    await service.stop();
  });

  function connection({ refresh = 'r1', ackWithinMs = 2_000 as number | null } = {}) {
    const told: string[] = [];
    const hellos: Hello[] = [];
    const errors: MeydanError[] = [];
    const planned: (number | null)[] = [];
    const at = { refreshed: 0, refresh: async (): Promise<object> => ({}) };
    const times = { expiresAt: Date.now() + 900_000, lifetimeMs: 900_000 };
    const session = { accountId: 'ada', access: 'a1', refresh, key: 'k', ...times };
    const store = memorySession(session);
    const endsIn = async (ms: number) => store.save({ ...session, expiresAt: Date.now() + ms });
    const request = async () => {
      at.refreshed += 1;
      return { access_token: `a${at.refreshed + 1}`, refresh_token: 'r2', expires_in: 900, ...(await at.refresh()) };
    };
    const sessions = new Sessions({ request } as unknown as Rest, store);
    sessions.onEnd = () => void told.push('ended');
    const options = { url: service.url, transports: ['websocket' as const], ...(ackWithinMs && { ackWithinMs }) };
    const own = new Connection(options, sessions, {
      ready: (hello) => {
        hellos.push(hello);
        told.push('ready');
      },
      offline: () => void told.push('offline'),
      planned: (when) => void planned.push(when === null ? null : when - Date.now()),
      stopped: (error) => {
        errors.push(error);
        told.push(`stopped ${error.code}`);
      },
      told: (name) => void told.push(`told ${name}`),
    });
    opened.push(own);
    own.open();
    const count = (word: string) => told.filter((each) => each === word).length;
    const until = (word: string, times = 1) =>
      poll(() => count(word) >= times, { until: `${word} is told ${times} times, after ${told}` });
    return { own, told, hellos, errors, planned, at, store, endsIn, until };
  }
  const last = () => service.at.sockets.at(-1) as Socket;
  const refuse = (code: string) => {
    service.at.admits = () => ({ code, message: '' });
  };

  it('tries later each time that it fails, and soon again once it was there', async () => {
    refuse('unavailable');
    const { own, planned, at, until, hellos } = connection();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await poll(() => planned.length === attempt * 2 + 1, { until: 'a try is planned' });
      const ms = planned.at(-1) as number;
      expect([ms >= 120 * 2 ** attempt, ms <= 250 * 2 ** attempt]).toEqual([true, true]);
      if (attempt === 3) service.at.admits = () => null;
      own.tryNow();
    }
    await until('ready');
    expect([hellos, at.refreshed]).toEqual([[{ account_id: 'ada', epoch: 'e1' }], 0]);
    last().disconnect(true);
    await until('offline', 5);
    expect(planned.at(-1)).toBeLessThanOrEqual(250);
    await until('ready', 2);
    expect(planned.at(-1)).toBeNull();
  });

  it('keeps to the delay of a service that stops, until it is back or the network is', async () => {
    const events = new EventTarget();
    const here = globalThis as unknown as Record<string, unknown>;
    here.addEventListener = events.addEventListener.bind(events);
    here.removeEventListener = events.removeEventListener.bind(events);
    try {
      const { planned, until } = connection();
      await until('ready');
      last().emit('server:draining', { retry_after_ms: 60_000 });
      await until('told server:draining');
      last().disconnect(true);
      await until('offline');
      expect(planned.at(-1)).toBeGreaterThan(55_000);
      events.dispatchEvent(new Event('online'));
      await until('ready', 2);
      last().disconnect(true);
      await until('offline', 2);
      expect(planned.at(-1)).toBeLessThanOrEqual(250);
    } finally {
      delete here.addEventListener;
      delete here.removeEventListener;
    }
  });

  it('is not online before the service has said that it is ready', async () => {
    service.at.greets = false;
    const { own, until, told } = connection();
    await poll(() => service.at.sockets.length > 0, { until: 'the socket is there' });
    last().emit('room:new', {});
    await until('told room:new');
    expect([own.isOnline, told]).toEqual([false, ['told room:new']]);
    last().emit('ready', { account_id: 'ada' });
    await until('ready');
    expect(own.isOnline).toBe(true);
  });

  it('says nothing more once it is closed, tries nothing, and may be opened again', async () => {
    refuse('unavailable');
    const { own, told, planned, until } = connection();
    await poll(() => planned.length === 1, { until: 'a try is planned' });
    own.close();
    expect(planned.at(-1)).toBeNull();
    own.close();
    const [tries, said] = [service.at.tokens.length, told.length];
    await new Promise((resolve) => real(resolve, 300));
    expect([service.at.tokens.length, told.length, planned.length]).toEqual([tries, said, 2]);
    service.at.admits = () => null;
    own.open();
    await until('ready');
    expect(own.isOnline).toBe(true);
    const socket = last();
    own.close();
    socket.emit('room:new', {});
    await poll(() => socket.disconnected, { until: 'the server has no socket' });
    expect(told.filter((each) => each === 'told room:new' || each === 'stopped closed')).toEqual([]);
  });

  it.each(['account_suspended', null])('takes %s for no answer to a socket that was opened since', async (code) => {
    refuse('token_expired');
    const { own, told, planned, at, until } = connection();
    const refreshing = later<object>();
    at.refresh = () => refreshing.answer;
    await poll(() => at.refreshed === 1, { until: 'the session is refreshed' });
    own.close();
    service.at.admits = () => null;
    own.open();
    await until('ready');
    if (code === null) refreshing.give({});
    else refreshing.fail(new MeydanError(code as never, 'no'));
    await settled();
    expect([own.isOnline, planned, told.filter((each) => each.startsWith('stopped'))]).toEqual([true, [], []]);
  });

  it.each([
    [300_000, 280_000],
    [41_000, 21_000],
    [39_000, 19_500],
    [8_000, 4_000],
    [-5_000, 0],
  ])('renews a session with %d ms left after %d ms', async (leftMs, delay) => {
    const { until, endsIn } = connection();
    await until('ready');
    await endsIn(leftMs);
    delays = [];
    last().emit('session:expiring', {});
    const isPlanned = () => delays.some((ms) => ms <= delay && ms > delay - 1_000 && (delay > 0 || ms === 0));
    await poll(isPlanned, { until: `the renewal is planned after ${delay} ms` });
  });

  it('renews once for two warnings, never for a bot, and not once it is closed', async () => {
    const { until, at, endsIn } = connection();
    await until('ready');
    await endsIn(400);
    last().emit('session:expiring', {});
    last().emit('session:expiring', {});
    await poll(() => service.at.heard.length > 0, { until: 'it is renewed' });
    await new Promise((resolve) => real(resolve, 100));
    expect([at.refreshed, service.at.heard]).toEqual([1, [['session:renew', { token: 'a2' }]]]);
    const bot = connection({ refresh: '' });
    await bot.until('ready');
    delays = [];
    last().emit('session:expiring', {});
    await bot.until('told session:expiring');
    await settled();
    expect([bot.at.refreshed, delays.filter((ms) => ms > 100_000)]).toEqual([0, []]);
    const closed = connection();
    await closed.until('ready');
    await closed.endsIn(300);
    last().emit('session:expiring', {});
    await closed.until('told session:expiring');
    await settled();
    closed.own.close();
    await new Promise((resolve) => real(resolve, 250));
    expect(closed.at.refreshed).toBe(0);
  });

  it('stops where its session has ended elsewhere before it could be renewed', async () => {
    const { until, at, store, errors, endsIn } = connection();
    await until('ready');
    await endsIn(100);
    at.refresh = async () => {
      await store.save(null);
      return {};
    };
    last().emit('session:expiring', {});
    await until('stopped not_logged_in');
    expect(errors.map(({ message }) => message)).toEqual(['The session is over.']);
  });

  it.each(['overloaded', 'rate_limited'])('asks for no new token after a refusal by %s', async (code) => {
    refuse(code);
    const { planned, at } = connection();
    await poll(() => planned.length > 0, { until: 'a try is planned' });
    expect(at.refreshed).toBe(0);
  });

  it('says what an account without a username has to do', async () => {
    refuse('username_required');
    const { until, errors } = connection();
    await until('stopped username_required');
    expect(errors[0]?.message).toBe('Choose a username, then connect.');
  });

  it('ends the session of an account that was deleted', async () => {
    const { until, told } = connection();
    await until('ready');
    last().emit('session:closed', { reason: 'server_closing' });
    await until('told session:closed');
    expect(told).not.toContain('ended');
    last().emit('session:closed', { reason: 'account_deleted' });
    await until('ended');
  });

  it('waits twelve seconds for an answer where the program says nothing else, and sends no hint while it is away', async () => {
    const { own, until } = connection({ ackWithinMs: null });
    own.hint('typing', { room: 'kahve', on: true } as never);
    await until('ready');
    delays = [];
    await own.operate('message:read', { room: 'kahve', seq: 1 } as never);
    expect(delays).toContain(12_000);
    expect(service.at.heard).toEqual([['message:read', { room: 'kahve', seq: 1 }]]);
  });
});
