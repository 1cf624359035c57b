/** The client of one account at a service that answers as the test says: logins, rooms, what ends and what stays. */
import type { Client } from '#sdk/client.js';
import { createClient } from '#sdk/client.js';
import type { MeydanError } from '#sdk/errors.js';
import type { Pending } from '#sdk/pending-queue.js';
import { memorySession, type Session } from '#sdk/storage.js';
import { poll } from '../support/time/poll.js';
import { answeringServer } from './answering-server.js';

const login = { account: { id: 'ada', username: 'ada.b' }, access_token: 'a1', refresh_token: 'r1', expires_in: 900 };
const session: Session = {
  accountId: 'ada',
  access: 'a1',
  refresh: 'r1',
  expiresAt: Date.now() + 900_000,
  lifetimeMs: 900_000,
  key: 'k',
};
const opened = {
  ok: true,
  room: { slug: 'kahve', pins: [], member_count: 2 },
  messages: [],
  changes: [],
  seq: 3,
  has_more: false,
  reset: false,
  read_seq: 1,
  unread: 2,
  unread_mentions: 1,
};

describe('a client', () => {
  let service: Awaited<ReturnType<typeof answeringServer>>;
  let clients: Client[] = [];
  beforeAll(async () => {
    service = await answeringServer();
  });
  afterEach(() => {
    for (const each of clients) each.close();
    clients = [];
    service.at.heard = [];
    service.at.tokens = [];
    service.at.admits = () => null;
    service.at.answers = () => ({ ok: true });
  });
  afterAll(() => service.stop());

  interface Given {
    held?: Session | null;
    unsent?: Pending[];
    answers?: Record<string, object | number>;
  }

  /** Requests are written down, and answered by method and path; a number is a refusal with that status. */
  function client({ held = null, unsent = [], answers = {} }: Given = {}) {
    const asked: [operation: string, body: unknown, headers: Record<string, string>][] = [];
    const told: unknown[] = [];
    const all: Record<string, object | number> = { 'GET /api/me': { account: login.account }, ...answers };
    const fetch = (async (
      url: string,
      { method = 'GET', body, headers }: { method?: string; body?: string; headers: Record<string, string> },
    ) => {
      const operation = `${method} ${new URL(url).pathname}`;
      asked.push([operation, body === undefined ? undefined : JSON.parse(body), headers]);
      const answer = all[operation] ?? {};
      if (typeof answer !== 'number') return Response.json(answer);
      return Response.json({ error: { code: 'not_member', message: 'no' } }, { status: answer });
    }) as unknown as typeof globalThis.fetch;
    const saved: unknown[] = [];
    const watching = { tell: (_: Session | null): void => undefined, isWatched: true };
    const store = {
      ...memorySession(held),
      watch: (listener: (session: Session | null) => void) => {
        watching.tell = listener;
        return () => void (watching.isWatched = false);
      },
    };
    const own = createClient({
      url: service.url,
      fetch,
      sessions: store,
      unsent: { load: () => unsent, save: (account, pending) => void saved.push([account, pending.length]) },
    });
    clients.push(own);
    for (const name of ['online', 'offline', 'logout', 'session', 'stopped'] as const)
      own.on(name, (what: unknown) =>
        told.push(name === 'stopped' ? [name, (what as MeydanError).code] : [name, what]),
      );
    return { own, asked, told, store, watching };
  }

  const operations = (asked: [string, unknown, object][]) => asked.map(([operation]) => operation);

  it.each([
    ['a developer name', (own: Client) => own.loginDeveloper('ada'), 'POST /api/auth/developer', { name: 'ada' }],
    ['a proof', (own: Client) => own.loginIdentity({ code: 'c' } as never), 'POST /api/auth/identity', { code: 'c' }],
  ])('logs in with %s, without a token, and holds the session from then on', async (_, enter, operation, body) => {
    const { own, asked, store } = client({ answers: { [operation]: login } });
    expect(await own.resume()).toBeNull();
    expect(await enter(own)).toEqual(login.account);
    expect(asked).toEqual([[operation, body, { 'Content-Type': 'application/json' }]]);
    expect([own.account, (store.load() as Session).access]).toEqual([login.account, 'a1']);
    await own.request('GET /api/rooms');
    expect(asked[1]?.[2]).toMatchObject({ Authorization: 'Bearer a1' });
  });

  it('goes on with the session of its storage, and with the messages that were left', async () => {
    const left = { clientId: 'c1', room: 'kahve', draft: { body: 'selam' }, at: 1 } as Pending;
    const { own, asked } = client({ held: session, unsent: [left] });
    expect(await own.resume()).toEqual(login.account);
    expect([operations(asked), own.outbox.items.map(({ clientId }) => clientId)]).toEqual([['GET /api/me'], ['c1']]);
    service.at.answers = () => ({ ok: true, duplicate: false });
    await own.connect();
    expect(operations(asked)).toEqual(['GET /api/me']);
    await poll(() => own.outbox.items.length === 0, { until: 'what was left is sent' });
    expect(service.at.heard).toContainEqual(['message:new', { room: 'kahve', client_id: 'c1', body: 'selam' }]);
  });

  it('connects where there is a session, and learns whose it is', async () => {
    const { own, asked, told } = client({ held: session });
    await own.connect();
    await own.connect();
    expect([told, own.isOnline, own.account]).toEqual([[['online', { accountId: 'ada' }]], true, login.account]);
    expect([operations(asked), service.at.tokens]).toEqual([['GET /api/me'], ['a1']]);
    own.disconnect();
    expect(own.isOnline).toBe(false);
    await expect(client().own.connect()).rejects.toMatchObject({ code: 'not_logged_in', message: /log in first/ });
  });

  it('is online also where the account could not be read', async () => {
    const { own } = client({ held: session, answers: { 'GET /api/me': 403 } });
    await own.connect();
    expect([own.isOnline, own.account]).toEqual([true, null]);
  });

  it('rejects a connection that is refused for good', async () => {
    service.at.admits = () => ({ code: 'username_required', message: '' });
    const { own, told } = client({ held: session });
    await expect(own.connect()).rejects.toMatchObject({ code: 'username_required' });
    expect(told).toContainEqual(['stopped', 'username_required']);
  });

  it('asks for rooms with a key each, and holds the same room for the same slug', async () => {
    const { own, asked } = client({
      held: session,
      answers: {
        'POST /api/rooms': { room: { slug: 'kahve' } },
        'POST /api/rooms/acik/join': { status: 'joined' },
        'POST /api/rooms/kapali/join': { status: 'requested' },
        'POST /api/dm/bob': { room: { slug: 'dm-1' } },
        'PUT /api/me/username': { account: { id: 'ada', username: 'yeni' } },
      },
    });
    const room = await own.create({ name: 'Kahve' } as never, 'k1');
    expect([room.slug, own.room('kahve'), own.held('kahve')]).toEqual(['kahve', room, room]);
    const [joined, requested] = [await own.join('acik'), await own.join('kapali')];
    expect([joined.status, joined.room?.slug, requested]).toEqual([
      'joined',
      'acik',
      { status: 'requested', room: null },
    ]);
    expect((await own.direct('bob')).slug).toBe('dm-1');
    const gone: unknown[] = [];
    room.on('gone', (why) => gone.push(why));
    await own.leave('kahve');
    await own.leave('nowhere');
    expect([gone, own.held('kahve')]).toEqual([[{ reason: 'left' }], null]);
    expect((await own.chooseUsername('yeni')).username).toBe('yeni');
    expect(own.account?.username).toBe('yeni');
    const keys = asked.map(([operation, , headers]) => [operation, headers['Idempotency-Key'] ?? null]);
    const anyKey = expect.stringMatching(/^[\w-]{24}$/);
    expect(keys).toEqual([
      ['POST /api/rooms', 'k1'],
      ['POST /api/rooms/acik/join', anyKey],
      ['POST /api/rooms/kapali/join', anyKey],
      ['POST /api/dm/bob', anyKey],
      ['POST /api/rooms/kahve/leave', anyKey],
      ['POST /api/rooms/nowhere/leave', anyKey],
      ['PUT /api/me/username', null],
    ]);
    expect(asked.at(-1)?.[1]).toEqual({ username: 'yeni' });
    await own.create({ name: 'x' } as never);
    expect(asked.at(-1)?.[2]['Idempotency-Key']).toEqual(anyKey);
  });

  it('follows an open room, hears what is told of it, and shows it in its list', async () => {
    service.at.answers = (name) => (name === 'room:open' ? opened : { ok: true });
    const list = { rooms: [{ slug: 'kahve', unread: 9, unread_mentions: 9, muted: false }] };
    const { own } = client({ held: session, answers: { 'GET /api/rooms': list } });
    await own.rooms.load();
    const room = own.room('kahve');
    await own.connect();
    await room.open();
    expect([room.readSeq, room.unread, own.rooms.all[0]]).toMatchObject([1, 2, { unread: 2, unread_mentions: 1 }]);
    const socket = service.at.sockets.at(-1);
    const message = {
      id: 'm',
      seq: 4,
      rev: 4,
      kind: 'text',
      body: 'selam',
      mentions: ['ada.b'],
      sender: { account_id: 'bob', username: 'bob' },
    };
    socket?.emit('typing', { room: 'kahve', account_id: 'bob', username: 'bob', on: true });
    socket?.emit('typing', { room: 'elsewhere', account_id: 'bob', username: 'bob', on: true });
    await poll(() => room.typing.length > 0, { until: 'somebody types' });
    socket?.emit('message:new', { room: 'kahve', seq: 4, prev_seq: 3, message });
    await poll(() => room.messages.length === 1, { until: 'the message is there' });
    expect([room.unread, room.unreadMentions, room.typing]).toEqual([3, 2, []]);
    const shown = { unread: 3, unread_mentions: 2, last_message: { id: 'm' } };
    expect(own.rooms.all[0]).toMatchObject(shown);
    // The answer is older than the event.
    expect((await own.rooms.load())[0]).toMatchObject(shown);
    socket?.emit('permissions:changed', { room: 'kahve', my_role: 'admin', my_permissions: ['x'] });
    await poll(() => room.info?.my_role === 'admin', { until: 'the role has changed' });
    expect(room.info?.my_permissions).toEqual(['x']);
    const gone: unknown[] = [];
    room.on('gone', (why) => gone.push(why));
    socket?.emit('room:gone', { room: 'kahve', reason: 'kicked' });
    await poll(() => gone.length > 0, { until: 'the room is gone' });
    expect([gone, own.held('kahve'), own.rooms.all]).toEqual([[{ reason: 'kicked' }], null, []]);
  });

  it('logs out at once, tells the service, and drops what was of the account', async () => {
    const { own, asked, told, store } = client({ held: session, unsent: [] });
    await own.connect();
    const room = own.room('kahve');
    await own.logout();
    expect([own.isOnline, own.account, store.load(), own.held(room.slug)]).toEqual([false, null, null, null]);
    expect(told).toEqual([
      ['online', { accountId: 'ada' }],
      ['logout', null],
    ]);
    expect(asked.at(-1)?.slice(0, 2)).toEqual(['POST /api/auth/logout', { refresh_token: 'r1' }]);
    expect(asked.at(-1)?.[2]).not.toHaveProperty('Authorization');
    await own.logout();
    expect(operations(asked).filter((each) => each.endsWith('logout'))).toHaveLength(1);
  });

  it('follows another program that shares its storage', async () => {
    const { own, told, watching } = client({ held: session });
    await own.connect();
    watching.tell({ ...session, access: 'a9' });
    expect([own.isOnline, told.at(-1)]).toEqual([true, ['session', { ...session, access: 'a9' }]]);
    watching.tell(null);
    expect([own.isOnline, own.account, told.slice(-2)]).toEqual([
      false,
      null,
      [
        ['logout', null],
        ['session', null],
      ],
    ]);
    own.close();
    expect(watching.isWatched).toBe(false);
  });
});
