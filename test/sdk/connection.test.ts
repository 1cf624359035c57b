/** The socket of an account at a server that answers as the test says: tokens, refusals, retries, renewals. */
import type { Socket } from 'socket.io';
import { Connection } from '#sdk/connection.js';
import { MeydanError } from '#sdk/errors.js';
import type { Rest } from '#sdk/rest.js';
import { Sessions } from '#sdk/sessions.js';
import { memorySession } from '#sdk/storage.js';
import { poll } from '../support/time/poll.js';
import { answeringServer } from './answering-server.js';

const LONG_MS = 900_000;

describe('the socket of an account', () => {
  let service: Awaited<ReturnType<typeof answeringServer>>;
  let opened: Connection[] = [];
  beforeEach(async () => {
    service = await answeringServer();
  });
  afterEach(async () => {
    for (const connection of opened) connection.close();
    opened = [];
    await service.stop();
  });

  function connection({ leftMs = LONG_MS, lifetimeMs = LONG_MS, isLoggedIn = true, ackWithinMs = 2_000 } = {}) {
    const told: string[] = [];
    const planned: (number | null)[] = [];
    const at = { refreshed: 0, refresh: async (): Promise<object> => ({}) };
    const session = {
      accountId: 'ada',
      access: 'a1',
      refresh: 'r1',
      expiresAt: Date.now() + leftMs,
      lifetimeMs,
      key: 'k',
    };
    const request = async () => {
      at.refreshed += 1;
      const more = await at.refresh();
      return { access_token: `a${at.refreshed + 1}`, refresh_token: 'r2', expires_in: 900, ...more };
    };
    const sessions = new Sessions({ request } as unknown as Rest, memorySession(isLoggedIn ? session : null));
    sessions.onEnd = () => void told.push('ended');
    const own = new Connection({ url: service.url, transports: ['websocket'], ackWithinMs }, sessions, {
      ready: ({ account_id }) => void told.push(`ready ${account_id}`),
      offline: () => void told.push('offline'),
      planned: (when) => void planned.push(when),
      stopped: ({ code }) => void told.push(`stopped ${code}`),
      told: (name) => void told.push(`told ${name}`),
    });
    opened.push(own);
    own.open();
    const until = (word: string) => poll(() => told.includes(word), { until: `${word} is told, after ${told}` });
    return { own, told, planned, at, until };
  }
  const last = () => service.at.sockets.at(-1) as Socket;

  it('is opened once, with the token of the session, and says when it is ready', async () => {
    const { own, told, until } = connection();
    expect(own.isOnline).toBe(false);
    own.open();
    await until('ready ada');
    expect([own.isOnline, service.at.tokens, told.filter((each) => each.startsWith('ready'))]).toEqual([
      true,
      ['a1'],
      ['ready ada'],
    ]);
    expect(told).toContain('told ready');
    own.close();
    expect(own.isOnline).toBe(false);
    await poll(() => last().disconnected, { until: 'the server has no socket' });
    expect(told.filter((each) => each === 'offline')).toEqual([]);
  });

  it('comes back with a new token where the old one is refused, and stops where there is none', async () => {
    service.at.admits = (token) => (token === 'a1' ? { code: 'token_expired', message: '' } : null);
    const back = connection();
    await back.until('ready ada');
    expect([service.at.tokens, back.at.refreshed]).toEqual([['a1', 'a2'], 1]);
    service.at.admits = () => ({ code: 'unauthorized', message: '' });
    const over = connection();
    over.at.refresh = async () => Promise.reject(new MeydanError('invalid_refresh_token', ''));
    await over.until('stopped invalid_refresh_token');
    expect([over.told.includes('ended'), over.planned.at(-1) ?? null]).toEqual([true, null]);
    const nobody = connection({ isLoggedIn: false });
    await nobody.until('stopped not_logged_in');
    expect(service.at.tokens.at(-1)).toBe('');
  });

  it('stops for a suspended account and for one without a username, and goes on after anything that passes', async () => {
    for (const code of ['account_suspended', 'username_required']) {
      service.at.admits = () => ({ code, message: '' });
      const stopped = connection();
      await stopped.until(`stopped ${code}`);
      stopped.own.tryNow();
      expect(stopped.planned.filter((when) => when !== null)).toEqual([]);
    }
    service.at.admits = () => ({ code: 'token_expired', message: '' });
    const suspended = connection();
    suspended.at.refresh = async () => Promise.reject(new MeydanError('account_suspended', ''));
    await suspended.until('stopped account_suspended');
    const tries = service.at.tokens.length;
    service.at.admits = () => (service.at.tokens.length > tries + 1 ? null : { code: 'token_expired', message: '' });
    const away = connection();
    away.at.refresh = async () => Promise.reject(new MeydanError('network', ''));
    await away.until('ready ada');
    expect([away.told.includes('offline'), away.told.some((each) => each.startsWith('stopped'))]).toEqual([
      true,
      false,
    ]);
  });

  it('says when it tries again, tries at once when it is asked to, and then plans nothing more', async () => {
    service.at.admits = () => ({ code: 'unavailable', message: '' });
    const { own, planned, until } = connection();
    own.tryNow();
    await poll(() => planned.length > 0, { until: 'a try is planned' });
    const [when] = planned;
    expect(when).toBeGreaterThan(Date.now() - 1_000);
    expect(when).toBeLessThan(Date.now() + 1_000);
    service.at.admits = () => null;
    own.tryNow();
    expect(planned.at(-1)).toBeNull();
    await until('ready ada');
    expect(service.at.tokens).toHaveLength(2);
    own.tryNow();
    expect(planned).toHaveLength(2);
  });

  it('waits as long as a service asks for that is about to stop', async () => {
    const { planned, until } = connection();
    await until('ready ada');
    last().emit('server:draining', { retry_after_ms: 60_000 });
    await until('told server:draining');
    last().disconnect(true);
    await until('offline');
    expect((planned.at(-1) as number) - Date.now()).toBeGreaterThan(55_000);
  });

  it('is closed at once without a network, and opened at once with one', async () => {
    const events = new EventTarget();
    const here = globalThis as unknown as Record<string, unknown>;
    here.addEventListener = events.addEventListener.bind(events);
    here.removeEventListener = events.removeEventListener.bind(events);
    try {
      const { own, told, until } = connection();
      await until('ready ada');
      events.dispatchEvent(new Event('offline'));
      await until('offline');
      events.dispatchEvent(new Event('online'));
      await poll(() => told.filter((each) => each === 'ready ada').length === 2, { until: 'it is back' });
      own.close();
      events.dispatchEvent(new Event('online'));
      expect(service.at.tokens).toHaveLength(2);
    } finally {
      delete here.addEventListener;
      delete here.removeEventListener;
    }
  });

  it('gives the answer of an operation, its refusal, or says that none came', async () => {
    const { own, until } = connection({ ackWithinMs: 100 });
    const read = () => own.operate('message:read', { room: 'kahve', seq: 1 } as never);
    await expect(read()).rejects.toMatchObject({ code: 'network' });
    await until('ready ada');
    service.at.answers = () => ({ ok: true, read_seq: 1 });
    expect(await read()).toEqual({ ok: true, read_seq: 1 });
    service.at.answers = () => ({ ok: false, error: { code: 'not_member', message: 'no' } });
    await expect(read()).rejects.toMatchObject({ code: 'not_member' });
    service.at.isSilent = true;
    await expect(read()).rejects.toMatchObject({ code: 'network' });
    own.hint('typing', { room: 'kahve', on: true } as never);
    await poll(() => service.at.heard.at(-1)?.[0] === 'typing', { until: 'the hint arrives' });
  });

  it('renews its session half way to a near end, or shortly before a far one', async () => {
    // Not so near that a slow handshake renews it already.
    const near = connection({ leftMs: 2_000, lifetimeMs: 4 });
    await near.until('ready ada');
    last().emit('session:expiring', {});
    await poll(() => service.at.heard.length > 0, { until: 'a token is renewed' });
    expect([service.at.heard[0], near.at.refreshed]).toEqual([['session:renew', { token: 'a2' }], 1]);
    const far = connection({ leftMs: 60_000 });
    await far.until('ready ada');
    const real = globalThis.setTimeout;
    const delays: number[] = [];
    globalThis.setTimeout = ((run: () => void, ms: number) => {
      delays.push(ms);
      return real(run, ms);
    }) as never;
    try {
      last().emit('session:expiring', {});
      const isPlanned = () => delays.some((ms) => ms > 39_000 && ms <= 40_000);
      await poll(isPlanned, { until: 'the renewal is planned for twenty seconds before the end' });
    } finally {
      globalThis.setTimeout = real;
    }
    expect(far.at.refreshed).toBe(0);
  });

  it('ends the session where it was closed elsewhere, and goes on after any other end', async () => {
    const closed = connection();
    await closed.until('ready ada');
    last().emit('session:closed', { reason: 'token_expired' });
    await closed.until('told session:closed');
    expect(closed.told).not.toContain('ended');
    last().emit('session:closed', { reason: 'session_closed' });
    await closed.until('ended');
  });
});
