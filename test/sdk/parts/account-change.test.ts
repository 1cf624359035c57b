/** Answers that arrive after the account has changed, and promises that nobody will keep any more. */
import { createClient } from '#sdk/client.js';
import { MeydanError } from '#sdk/errors.js';
import { Outbox } from '#sdk/outbox.js';
import type { Pending } from '#sdk/pending-queue.js';
import type { Rest } from '#sdk/rest.js';
import { RoomList } from '#sdk/room-list.js';
import { Sessions } from '#sdk/sessions.js';
import { memorySession, type Session } from '#sdk/storage.js';
import type { Draft, RoomListRow, SendResult } from '#sdk/wire.js';
import { poll } from '../../support/time/poll.js';
import { answeringServer } from '../answering-server.js';
import { later, quickTimers, settled } from './quick-timers.js';

const failure = (code: string) => new MeydanError(code as never, code);
const codeOf = (error: MeydanError) => error.code;
const session = (accountId: string, refresh: string, leftMs = 900_000): Session => ({
  accountId,
  access: `access of ${accountId}`,
  refresh,
  expiresAt: Date.now() + leftMs,
  lifetimeMs: 900_000,
  key: 'k',
});

describe('the list of rooms', () => {
  it('of an account that has logged out is not shown to the next one, however late it arrives', async () => {
    const asked = later<{ rooms: RoomListRow[] }>();
    const list = new RoomList(
      () => asked.answer,
      () => 'ada',
      () => true,
    );
    const loading = list.load();
    list.clear();
    asked.give({ rooms: [{ slug: 'kahve' } as RoomListRow] });
    expect([await loading, list.all]).toEqual([[], []]);
  });

  it('is told of as it changes, and counts what is said in a room where nothing was said before', async () => {
    const list = new RoomList(
      async () => ({ rooms: [{ slug: 'kahve', last_message: null }, { slug: 'kitap' }] as RoomListRow[] }),
      () => 'ada',
      () => true,
    );
    const told: (readonly RoomListRow[])[] = [];
    list.on('change', (rooms) => void told.push(rooms));
    const rooms = await list.load();
    expect([told, list.unread]).toEqual([[rooms], 0]);
    const last_message = { seq: 1, sender: { account_id: 'bob' } };
    list.take('room:activity', { room: 'kahve', last_message, mention: true } as never);
    list.close();
    expect(told[1]).toEqual([{ slug: 'kahve', last_message, unread: 1, unread_mentions: 1 }, { slug: 'kitap' }]);
    expect([list.all === told[1], list.unread]).toEqual([true, 1]);
    list.patch('unknown', { unread: 9 });
    expect(told).toHaveLength(2);
  });

  it('is asked for again after what a list cannot tell by itself; a refusal of that harms nothing', async () => {
    using timers = quickTimers();
    const refusals = [failure('account_suspended'), failure('invalid_refresh_token'), failure('network')];
    let asked = 0;
    const list = new RoomList(
      async () => {
        asked += 1;
        const refused = asked === 1 ? undefined : refusals.shift();
        if (refused) throw refused;
        return { rooms: [] };
      },
      () => 'ada',
      () => false,
    );
    await list.load();
    list.take('message:new', {} as never);
    list.take('typing', { room: 'kahve' } as never);
    await settled();
    expect([asked, timers.delays]).toEqual([1, []]);
    for (const name of ['room:new', 'ready', 'room:activity', 'room:gone', 'room:flags'] as const) {
      list.take(name, { room: 'kahve' } as never);
      await settled();
    }
    expect([asked, timers.delays]).toEqual([6, [1_500, 1_500, 1_500, 1_500, 1_500]]);
    for (let times = 0; times < 5; times += 1) list.take('room:new', {} as never);
    await settled();
    expect(asked).toBe(7);
    list.take('room:new', {} as never);
    list.close();
    await settled();
    expect(asked).toBe(7);
  });
});

describe('a refresh during which', () => {
  function refreshing(held: Session) {
    const pair = later<object>();
    const store = memorySession(held);
    const asked: unknown[] = [];
    const request = (...what: unknown[]) => {
      asked.push(what);
      return pair.answer;
    };
    const sessions = new Sessions({ request } as unknown as Rest, store);
    const at = { ends: 0 };
    sessions.onEnd = () => void (at.ends += 1);
    const answered = sessions.refresh(held).then(({ access }) => access, codeOf);
    const give = () => pair.give({ access_token: 'a2', refresh_token: 'r2', expires_in: 900 });
    return { sessions, store, at, asked, answered, give, fail: pair.fail };
  }

  it('the session ends does not begin it again', async () => {
    const { sessions, store, asked, answered, give } = refreshing(session('ada', 'r1'));
    await settled();
    expect(asked).toEqual([['POST /api/auth/refresh', { body: { refresh_token: 'r1' }, token: null, key: 'k' }]]);
    await sessions.end();
    give();
    expect([await answered, await store.load()]).toEqual(['not_logged_in', null]);
    const none = { code: 'not_logged_in', message: 'There is no session: log in first.' };
    await expect(sessions.fresh()).rejects.toMatchObject(none);
  });

  it.each(['gives a pair', 'is refused'])(
    'another account logs in leaves that one logged in, if it %s',
    async (how) => {
      const { store, at, answered, give, fail } = refreshing(session('ada', 'r1'));
      await settled();
      await store.save(session('bob', 'r9'));
      if (how === 'is refused') fail(failure('session_revoked'));
      else give();
      expect(await answered).toBe(how === 'is refused' ? 'session_revoked' : 'access of bob');
      expect([at.ends, await store.load()]).toMatchObject([0, { accountId: 'bob' }]);
    },
  );
});

describe('an outbox', () => {
  const item = (clientId: string) =>
    ({ clientId, room: 'kahve', draft: { body: clientId } as Draft, at: 1 }) as Pending;
  function outbox(store: { load(id: string): Promise<Pending[]>; save(id: string, items: readonly Pending[]): void }) {
    const sent: string[] = [];
    const own = new Outbox({
      max: 10,
      keepsRefused: false,
      store,
      isOnline: () => true,
      send: async ({ clientId }) => {
        sent.push(clientId);
        return { duplicate: sent.length > 1 } as SendResult;
      },
    });
    return { own, sent };
  }

  it('sends nothing for an account that another one has left, though the storage answers late', async () => {
    const slow = later<Pending[]>();
    const saved: string[] = [];
    const { own, sent } = outbox({
      load: async (id) => (id === 'ada' ? slow.answer : []),
      save: (id, items) => void saved.push(...items.map(({ clientId }) => `${id} ${clientId}`)),
    });
    const restoring = own.restore('ada');
    await own.restore('bob');
    slow.give([item('of ada')]);
    await restoring;
    own.flush();
    await settled();
    expect([own.items, sent, saved]).toEqual([[], [], []]);
  });

  it('sends what it holds although the storage is full', async () => {
    const { own, sent } = outbox({
      load: async () => [item('left')],
      save: () => {
        throw new Error('The quota is exceeded.');
      },
    });
    await own.restore('ada');
    expect(await own.enqueue('kahve', { body: 'yeni' } as Draft, 'new')).toEqual({ duplicate: true });
    expect(sent).toEqual(['left', 'new']);
  });

  it('answers a message that was given to it twice both times', async () => {
    const { own } = outbox({ load: async () => [], save: () => undefined });
    await own.restore('ada');
    const both = [
      own.enqueue('kahve', { body: 'bir' } as Draft, 'c'),
      own.enqueue('kahve', { body: 'bir' } as Draft, 'c'),
    ];
    await settled();
    expect(await Promise.all(both.map((each) => Promise.race([each, 'no answer'])))).toEqual([
      { duplicate: false },
      { duplicate: false },
    ]);
  });
});

describe('a client', () => {
  let service: Awaited<ReturnType<typeof answeringServer>>;
  beforeEach(async () => {
    service = await answeringServer();
  });
  afterEach(() => service.stop());

  /** The account is read as the test says. */
  function client() {
    const me = later<{ account: { id: string; username: string } }>();
    const fetch = (async () => Response.json(await me.answer)) as never;
    const own = createClient({ url: service.url, fetch, sessions: memorySession(session('ada', 'r1')) });
    const told: string[] = [];
    for (const name of ['online', 'offline', 'retry'] as const) own.on(name, () => void told.push(name));
    const give = () => me.give({ account: { id: 'ada', username: 'ada' } });
    return { own, told, give };
  }

  it('says nothing of a connection that was lost before it was made use of', async () => {
    const { own, told, give } = client();
    const connecting = own.connect().catch(codeOf);
    await poll(() => own.isOnline, { until: 'the socket is open' });
    service.at.admits = () => ({ code: 'unavailable', message: '' });
    service.at.sockets[0]?.disconnect(true);
    await poll(() => told.includes('offline'), { until: 'the connection is lost' });
    give();
    await settled();
    expect(told).not.toContain('online');
    own.close();
    expect(await connecting).toBe('closed');
  });

  it('that has logged out has no account, whatever was asked before', async () => {
    const { own, give } = client();
    const resumed = own.resume();
    await settled();
    await own.endSession();
    give();
    expect([await resumed, own.account]).toEqual([null, null]);
  });

  it('ends what waits for a connection, once it is disconnected or closed', async () => {
    service.at.admits = () => ({ code: 'unavailable', message: '' });
    const { own } = client();
    const room = own.room('kahve');
    const [connecting, again, opening] = [own.connect(), own.connect(), room.open()].map((each) => each.catch(codeOf));
    await settled();
    own.disconnect();
    expect([await connecting, await again]).toEqual(['closed', 'closed']);
    own.close();
    expect(await opening).toBe('closed');
    await expect(room.open()).rejects.toMatchObject({ code: 'closed', message: 'kahve: the room was closed.' });
  });
});
