/** What a program may choose when it makes a client, and what the client tells of its connection. */
import { type Client, type ClientOptions, createClient } from '#sdk/client.js';
import type { MeydanError } from '#sdk/errors.js';
import { Rest } from '#sdk/rest.js';
import { memorySession, type Session } from '#sdk/storage.js';
import type { Draft } from '#sdk/wire.js';
import { poll } from '../../support/time/poll.js';
import { answeringServer } from '../answering-server.js';
import { settled } from './quick-timers.js';

const account = { id: 'ada', username: 'ada.b' };
const session = (): Session => ({
  accountId: 'ada',
  access: 'a1',
  refresh: 'r1',
  expiresAt: Date.now() + 900_000,
  lifetimeMs: 900_000,
  key: 'k',
});

const page = {
  messages: [],
  changes: [],
  has_more: false,
  reset: false,
  read_seq: 0,
  unread: 0,
  unread_mentions: 0,
};

describe('a client', () => {
  let service: Awaited<ReturnType<typeof answeringServer>>;
  let clients: Client[] = [];
  beforeEach(async () => {
    service = await answeringServer();
  });
  afterEach(async () => {
    for (const each of clients) each.close();
    clients = [];
    await service.stop();
  });

  function client(options: Partial<ClientOptions> = {}, answers: Record<string, object | number> = {}) {
    const asked: [string, string | undefined][] = [];
    const fetch = (async (url: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
      const operation = `${method} ${new URL(url).pathname}`;
      asked.push([operation, headers.Authorization]);
      const answer = answers[operation] ?? { account, rooms: [] };
      if (typeof answer !== 'number') return Response.json(answer);
      return Response.json({ error: { code: 'not_member', message: '' } }, { status: answer });
    }) as never;
    const own = createClient({ url: service.url, fetch, sessions: memorySession(session()), ...options });
    clients.push(own);
    return { own, asked };
  }
  const codeOf = (error: MeydanError) => error.code;

  it('has one room for a slug in any case, by the name that events have', async () => {
    const { own } = client({}, { 'POST /api/rooms/KAHVE/join': { status: 'joined' } });
    service.at.answers = () => ({ ok: true, ...page, seq: 3, room: { id: 'oda', slug: 'kahve' } });
    const { room } = await own.join('KAHVE');
    expect(room?.slug).toBe('kahve');
    expect([own.room('kahve'), own.held('Kahve'), own.held('kahve')]).toEqual([room, room, room]);
    await own.connect();
    const typing: (readonly string[])[] = [];
    room?.on('typing', (names) => void typing.push(names));
    service.at.sockets[0]?.emit('typing', { room: 'kahve', account_id: 'bora', username: 'bora', on: true });
    await poll(() => typing.length > 0, { until: 'the event reached the room' });
    expect(typing).toEqual([['bora']]);
  });

  it('of a bot has a token that does not end, and is not refreshed', async () => {
    const sessions = memorySession();
    const { own, asked } = client({ sessions });
    expect(await own.loginBot('of the bot')).toEqual(account);
    const held = (await sessions.load()) as Session;
    expect([own.account, held]).toEqual([
      account,
      {
        accountId: 'ada',
        access: 'of the bot',
        refresh: '',
        expiresAt: Number.MAX_SAFE_INTEGER,
        lifetimeMs: Number.MAX_SAFE_INTEGER,
        key: expect.stringMatching(/^[\w-]{24}$/),
      },
    ]);
    await own.request('GET /api/rooms');
    expect(asked).toEqual([
      ['GET /api/me', 'Bearer of the bot'],
      ['GET /api/rooms', 'Bearer of the bot'],
    ]);
    service.at.admits = () => ({ code: 'unauthorized', message: '' });
    await expect(own.connect()).rejects.toMatchObject({
      code: 'not_logged_in',
      message: 'The token of the bot is refused.',
    });
    expect([await sessions.load(), own.account]).toEqual([null, null]);
  });

  it('uses the requests that the program has made already, and a storage of its own where none is given', async () => {
    const asked: string[] = [];
    const fetch = (async (url: string) => {
      asked.push(url);
      return Response.json({ account, access_token: 'a1', refresh_token: 'r1', expires_in: 900 });
    }) as never;
    const rest = new Rest({ url: 'http://other.example', fetch });
    const own = createClient({ url: service.url, rest });
    clients.push(own);
    await own.loginDeveloper('ada');
    expect(asked).toEqual(['http://other.example/api/auth/developer']);
    await own.connect();
    expect(service.at.tokens).toEqual(['a1']);
  });

  it('waits for an answer as long as the program says', async () => {
    const { own } = client({ ackWithinMs: 50 });
    await own.connect();
    service.at.isSilent = true;
    const began = performance.now();
    await expect(own.operate('message:read', { room: 'kahve', seq: 1 } as never)).rejects.toMatchObject({
      code: 'network',
    });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('takes as many unsent messages as the program says, 200 otherwise', async () => {
    for (const unsentMax of [undefined, 2]) {
      const { own } = client(unsentMax === undefined ? {} : { unsentMax });
      const say = () => own.outbox.enqueue('kahve', { body: 'selam' } as Draft).catch(codeOf);
      const said = Array.from({ length: unsentMax ?? 200 }, say);
      expect(await say()).toBe('queue_full');
      own.close();
      expect(new Set(await Promise.all(said))).toEqual(new Set(['closed']));
    }
  });

  it.each([
    [undefined, 0],
    [true, 1],
  ])('with keepRefused as %s holds %d refused messages', async (keepRefused, count) => {
    const { own } = client(keepRefused === undefined ? {} : { keepRefused });
    await own.connect();
    service.at.answers = () => ({ ok: false, error: { code: 'muted', message: '' } });
    expect(await own.outbox.enqueue('kahve', { body: 'selam' } as Draft).catch(codeOf)).toBe('muted');
    expect(own.outbox.items).toHaveLength(count);
  });

  it('tells when its connection is lost, when it tries again and that it does', async () => {
    const { own } = client();
    await own.connect();
    const told: string[] = [];
    own.on('offline', () => void told.push('offline'));
    own.on('retry', ({ at }) => void told.push(at === null ? 'tries' : 'retry'));
    own.on('online', () => void told.push('online'));
    service.at.sockets.at(-1)?.emit('server:draining', { retry_after_ms: 60_000 });
    await new Promise<void>((resolve) => own.once('server:draining', () => resolve()));
    service.at.sockets.at(-1)?.disconnect(true);
    await poll(() => told.includes('retry'), { until: 'a try is planned' });
    expect([own.isOnline, told]).toEqual([false, ['offline', 'retry']]);
    own.connectNow();
    await poll(() => told.includes('online'), { until: 'it is back' });
    expect(told).toEqual(['offline', 'retry', 'tries', 'online']);
  });

  it('begins a connection once, however often it is asked to, and hears of each', async () => {
    const { own } = client();
    await Promise.all([own.connect(), own.connect()]);
    expect(service.at.tokens).toEqual(['a1']);
    const told: string[] = [];
    own.on('room:new', () => void told.push('room:new'));
    service.at.sockets.at(-1)?.emit('room:new', { room: 'kahve' });
    await poll(() => told.length > 0, { until: 'an event is told' });
  });

  it('follows its rooms also where it could not learn its own account', async () => {
    service.at.answers = () => ({ ok: true, ...page, seq: 3, room: { id: 'oda', slug: 'kahve' } });
    const { own } = client({}, { 'GET /api/me': 403 });
    const room = own.room('kahve');
    await own.connect();
    await room.open();
    const message = {
      id: 'm',
      seq: 4,
      rev: 4,
      kind: 'text',
      mentions: [],
      sender: { account_id: 'bob', username: 'b' },
    };
    service.at.sockets.at(-1)?.emit('message:new', { room: 'kahve', seq: 4, prev_seq: 3, message });
    await poll(() => room.place?.seq === 4, { until: 'the event has arrived' });
    expect([own.account, room.unread, room.unreadMentions]).toEqual([null, 1, 0]);
  });

  it('lets those who listen to the end of the session still read what was not sent', async () => {
    const { own } = client();
    void own.outbox.enqueue('kahve', { body: 'selam' } as Draft).catch(() => undefined);
    await settled();
    const counts: number[] = [];
    own.on('logout', () => void counts.push(own.outbox.items.length));
    await own.endSession();
    expect([counts, own.outbox.items.length]).toEqual([[1], 0]);
  });

  it('uploads a file for a room, and shows a sent message in its room before its event arrives', async () => {
    const put: string[] = [];
    const platform = globalThis.fetch;
    globalThis.fetch = (async (url: string) => {
      put.push(url);
      return { status: 200 };
    }) as never;
    try {
      const link = { key: 'k', method: 'PUT', url: 'https://files.test/k', headers: {} };
      const { own } = client({}, { 'POST /api/rooms/kahve/docs/presign': { put: link } });
      const body = new Blob(['a'], { type: 'text/plain' });
      expect(await own.upload('kahve', { kind: 'document', name: 'a.txt', body })).toMatchObject({ key: 'k' });
      expect(put).toEqual(['https://files.test/k']);
    } finally {
      globalThis.fetch = platform;
    }
    const { own } = client();
    const message = { id: 'm', seq: 4, rev: 4, kind: 'text', body: 'selam', mentions: [], sender: null };
    service.at.answers = (name) =>
      name === 'room:open' ? { ok: true, ...page, seq: 3, room: { id: 'oda', slug: 'kahve' } } : { ok: true, message };
    await own.connect();
    const room = own.room('kahve');
    await room.open();
    expect(await room.send('selam')).toEqual({ message, duplicate: false });
    expect([room.messages, own.room('kahve')]).toEqual([[message], room]);
    expect(await own.outbox.enqueue('kitap', { body: 'selam' } as Draft)).toMatchObject({ message });
    service.at.sockets.at(-1)?.emit('message:new', { room: 'kahve', seq: 4, prev_seq: 3, message });
    await poll(() => room.place?.seq === 4, { until: 'the event has arrived' });
    expect(room.messages).toHaveLength(1);
    room.close();
    expect([own.held('kahve'), own.room('kahve') === room]).toEqual([null, false]);
  });
});
