/** The parts of the client by themselves: sessions, storage, the outbox, the list of rooms, logins that come back. */
import { pause } from '#sdk/back-off.js';
import { MeydanError } from '#sdk/errors.js';
import { identityProof } from '#sdk/identity.js';
import { Outbox, type OutboxOptions } from '#sdk/outbox.js';
import { nextOf, type Pending } from '#sdk/pending-queue.js';
import type { Rest } from '#sdk/rest.js';
import { RoomList } from '#sdk/room-list.js';
import { isOver, Sessions } from '#sdk/sessions.js';
import { memorySession, type Session, storedOutbox, storedSession } from '#sdk/storage.js';
import type { Draft, RoomListRow, SendResult } from '#sdk/wire.js';

const failure = (code: string) => new MeydanError(code as never, code);
const rounds = () => new Promise((resolve) => setImmediate(resolve));

describe('a session', () => {
  const pair = (n: number) => ({ access_token: `a${n}`, refresh_token: `r${n}`, expires_in: 900 }) as never;

  /** Each refresh is answered by `answer`; `keys` are those that it was sent with. */
  function sessions(held: Session | null = null) {
    const asked: { refresh_token: string; key: string }[] = [];
    const at = { answer: async (): Promise<unknown> => pair(asked.length + 1), ends: 0 };
    const request = async (_: string, { body, key }: { body: { refresh_token: string }; key: string }) => {
      asked.push({ ...body, key });
      return at.answer();
    };
    const rest = { request } as unknown as Rest;
    const store = memorySession(held);
    const own = new Sessions(rest, store);
    own.onEnd = () => void (at.ends += 1);
    return { own, rest, store, asked, at };
  }
  const heldFor = (leftMs: number, lifetimeMs = 900_000): Session => ({
    accountId: 'ada',
    access: 'a1',
    refresh: 'r1',
    expiresAt: Date.now() + leftMs,
    lifetimeMs,
    key: 'k1',
  });

  it('begins with the lifetime that the service gave it', async () => {
    const { own } = sessions();
    const before = Date.now();
    const { expiresAt, lifetimeMs, access } = await own.begin('ada', pair(1));
    expect([lifetimeMs, access]).toEqual([900_000, 'a1']);
    expect(expiresAt - before).toBeGreaterThanOrEqual(900_000);
    expect(expiresAt - before).toBeLessThan(910_000);
  });

  it('is used as long as it lasts, and refreshed shortly before its end, by a quarter of a short life', async () => {
    expect((await sessions(heldFor(60_000)).own.fresh()).access).toBe('a1');
    expect((await sessions(heldFor(10_000)).own.fresh()).access).toBe('a2');
    expect((await sessions(heldFor(10_000, 20_000)).own.fresh()).access).toBe('a1');
    expect((await sessions(heldFor(4_000, 20_000)).own.fresh()).access).toBe('a2');
  });

  it('is refreshed once for all who ask, with the key that the pair came with', async () => {
    const { own, asked } = sessions(heldFor(1_000));
    const all = await Promise.all([own.fresh(), own.fresh(), own.fresh()]);
    expect([all.map(({ access }) => access), asked]).toEqual([
      ['a2', 'a2', 'a2'],
      [{ refresh_token: 'r1', key: 'k1' }],
    ]);
  });

  it('is refreshed for a token that was refused, unless another one is held by then', async () => {
    const { rest, asked } = sessions(heldFor(600_000));
    expect(await rest.tokenFor?.()).toBe('a1');
    expect(await rest.tokenFor?.('an older one')).toBe('a1');
    expect(asked).toEqual([]);
    expect(await rest.tokenFor?.('a1')).toBe('a2');
    expect(await sessions().rest.tokenFor?.('a1')).toBeNull();
  });

  it('goes on with what it has while the service is away, and ends where the service ends it', async () => {
    const away = sessions(heldFor(1_000));
    away.at.answer = async () => Promise.reject(failure('network'));
    expect((await away.own.fresh()).access).toBe('a1');
    const over = sessions(heldFor(1_000));
    over.at.answer = async () => Promise.reject(failure('invalid_refresh_token'));
    await expect(over.own.fresh()).rejects.toThrow('invalid_refresh_token');
    expect([over.at.ends, await over.own.current()]).toEqual([1, null]);
    const late = sessions(heldFor(-1));
    late.at.answer = async () => Promise.reject(failure('network'));
    await expect(late.own.fresh()).rejects.toThrow('network');
    expect(late.at.ends).toBe(0);
  });

  it('that another program has refreshed, or ended, meanwhile is taken from the storage', async () => {
    const { own, store, asked } = sessions(heldFor(1_000));
    const used = (await own.current()) as Session;
    await store.save({ ...used, access: 'a9', refresh: 'r9' });
    expect((await own.refresh(used)).access).toBe('a9');
    await store.save(null);
    const ended = await own.refresh(used).catch((error: unknown) => error);
    expect([isOver(ended), asked]).toEqual([true, []]);
  });
});

describe('a storage', () => {
  function texts() {
    const held = new Map<string, string>();
    const storage = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    };
    return { held, storage };
  }

  it('holds a session as text, and nothing where the text is none', () => {
    const { held, storage } = texts();
    const store = storedSession(storage);
    expect(store.load()).toBeNull();
    const session = { accountId: 'ada', access: 'a', refresh: 'r', expiresAt: 5, lifetimeMs: 9, key: 'k' };
    store.save(session);
    expect([store.load(), [...held.keys()]]).toEqual([session, ['meydan.session']]);
    for (const text of ['{', '{"access":"a"}', '{"refresh":"r"}', 'null', '7']) {
      held.set('meydan.session', text);
      expect(store.load()).toBeNull();
    }
    store.save(null);
    expect(held.size).toBe(0);
  });

  it('tells of changes of its own key alone, until it is not watched any more', () => {
    const { storage } = texts();
    const events = new EventTarget();
    const own = globalThis as unknown as Record<string, unknown>;
    own.addEventListener = events.addEventListener.bind(events);
    own.removeEventListener = events.removeEventListener.bind(events);
    try {
      const heard: unknown[] = [];
      const stop = storedSession(storage).watch?.((session) => heard.push(session));
      for (const key of ['another', 'meydan.session', null])
        events.dispatchEvent(Object.assign(new Event('storage'), { key }));
      expect(heard).toEqual([null]);
      stop?.();
      events.dispatchEvent(Object.assign(new Event('storage'), { key: 'meydan.session' }));
      expect(heard).toEqual([null]);
    } finally {
      delete own.addEventListener;
      delete own.removeEventListener;
    }
  });

  it('holds the messages of each account, and drops what is none', async () => {
    const { held, storage } = texts();
    const outbox = storedOutbox(storage);
    const pending = [{ clientId: 'c', room: 'kahve', draft: { body: 'selam' }, at: 1 }] as Pending[];
    await outbox.save('ada', pending);
    expect([outbox.load('ada'), outbox.load('bob')]).toEqual([pending, []]);
    held.set('meydan.outbox.ada', '[{"clientId":"c"},7,null,{"draft":{}}]');
    expect(outbox.load('ada')).toEqual([]);
  });
});

describe('an outbox', () => {
  function outbox(options: Partial<OutboxOptions> = {}) {
    const sent: string[] = [];
    const at = { isOnline: true, answer: async (): Promise<unknown> => ({}) };
    const own = new Outbox({
      max: 3,
      keepsRefused: false,
      store: undefined,
      isOnline: () => at.isOnline,
      send: async ({ draft }) => {
        sent.push((draft as { body: string }).body);
        return at.answer() as Promise<SendResult>;
      },
      ...options,
    });
    const say = (body: string) => own.enqueue('kahve', { body } as Draft, body);
    return { own, at, sent, say };
  }

  it('sends nothing before what an earlier run has left is known, and that first', async () => {
    let load: (kept: Pending[]) => void = () => undefined;
    const store = { load: () => new Promise<Pending[]>((resolve) => (load = resolve)), save: () => undefined };
    const { own, sent, say } = outbox({ store });
    const restored = own.restore('ada');
    const said = say('yeni');
    await rounds();
    expect(sent).toEqual([]);
    load([{ clientId: 'eski', room: 'kahve', draft: { body: 'eski' } as Draft, at: 1 }]);
    await restored;
    own.flush();
    await said;
    expect([sent, own.items]).toEqual([['eski', 'yeni'], []]);
  });

  it('waits while it is offline, and takes no more than it may hold, nor anything once it is closed', async () => {
    const { own, at, sent, say } = outbox();
    at.isOnline = false;
    await own.restore('ada');
    const said = ['bir', 'iki', 'üç'].map((body) => say(body).catch((error: MeydanError) => error.code));
    await rounds();
    expect(await say('dört').catch((error: MeydanError) => error.code)).toBe('queue_full');
    expect(sent).toEqual([]);
    at.isOnline = true;
    own.flush();
    await Promise.all(said);
    expect(sent).toEqual(['bir', 'iki', 'üç']);
    own.close();
    expect(await say('beş').catch((error: MeydanError) => error.code)).toBe('closed');
    expect(sent).toHaveLength(3);
  });

  it('knows what an earlier run has left by its client_id, and says that it holds nothing once it is logged out', async () => {
    const left = { clientId: 'bir', room: 'kahve', draft: { body: 'eski' } as Draft, at: 1 };
    const { own, at, say } = outbox({
      store: { load: () => [left, { ...left, clientId: 'iki' }], save: () => undefined },
    });
    at.isOnline = false;
    const said = say('bir').catch((error: MeydanError) => error.code);
    await own.restore('ada');
    expect(own.items.map(({ clientId }) => clientId)).toEqual(['iki', 'bir']);
    const held: number[] = [];
    own.on('change', (items) => void held.push(items.length));
    own.forget();
    expect([held, await said]).toEqual([[0], 'closed']);
  });

  it('keeps what a suspended account has said, asks once, and sends it after the next connection', async () => {
    const { own, at, sent, say } = outbox();
    await own.restore('ada');
    const delayed: string[] = [];
    own.on('delayed', ({ error }) => void delayed.push(error.code));
    at.answer = async () => Promise.reject(failure('account_suspended'));
    const said = say('bir');
    for (let round = 0; round < 20; round += 1) await rounds();
    expect([sent, delayed, own.items.length]).toEqual([['bir'], ['account_suspended'], 1]);
    at.answer = async () => ({ duplicate: false });
    own.flush();
    await said;
    expect([sent, own.items]).toEqual([['bir', 'bir'], []]);
  });

  it('does nothing for what it does not hold', async () => {
    const { own, sent } = outbox();
    await own.restore('ada');
    own.retry('unknown');
    own.complete('unknown', { body: 'geç' } as Draft);
    await rounds();
    expect([sent, own.items]).toEqual([[], []]);
  });

  it('lets a file wait for the one before it, and no text', () => {
    const item = (clientId: string, more: object) =>
      ({ clientId, room: 'kahve', at: 1, draft: {}, ...more }) as Pending;
    const [onItsWay, file, text] = [
      item('yolda', { file: {} }),
      item('dosya', { draft: { attachment: { key: 'k' } } }),
      item('yazı', {}),
    ] as [Pending, Pending, Pending];
    expect(nextOf([onItsWay, file], 'kahve')).toBeNull();
    expect(nextOf([onItsWay, file, text], 'kahve')).toBe(text);
    expect(nextOf([file, onItsWay], 'kahve')).toBe(file);
    expect(nextOf([file], 'kitap')).toBeNull();
  });

  it('keeps what was cut off on its way, and sends it again once it is online', async () => {
    const { own, at, sent, say } = outbox();
    await own.restore('ada');
    at.answer = async () => {
      at.isOnline = false;
      throw failure('network');
    };
    const said = say('bir');
    await rounds();
    expect([sent, own.items.map(({ clientId }) => clientId)]).toEqual([['bir'], ['bir']]);
    at.answer = async () => ({ duplicate: true });
    at.isOnline = true;
    own.flush();
    expect(await said).toEqual({ duplicate: true });
    expect([sent, own.items]).toEqual([['bir', 'bir'], []]);
  });

  it('gives a refused message back, or keeps it with the reason until it is wanted again', async () => {
    const dropping = outbox();
    await dropping.own.restore('ada');
    dropping.at.answer = async () => Promise.reject(failure('muted'));
    expect(await dropping.say('bir').catch((error: MeydanError) => error.code)).toBe('muted');
    expect(dropping.own.items).toEqual([]);
    const keeping = outbox({ keepsRefused: true });
    await keeping.own.restore('ada');
    keeping.at.answer = async () => Promise.reject(failure('muted'));
    await keeping.say('bir').catch(() => undefined);
    expect(keeping.own.items).toMatchObject([{ clientId: 'bir', error: { code: 'muted' } }]);
    keeping.at.answer = async () => ({});
    keeping.own.retry('bir');
    await rounds();
    expect([keeping.sent, keeping.own.items]).toEqual([['bir', 'bir'], []]);
  });

  it('ends the promise of what is discarded, and tells of what was settled by its row', async () => {
    const { own, at, say } = outbox();
    at.isOnline = false;
    await own.restore('ada');
    const told: string[] = [];
    own.on('refused', ({ pending }) => told.push(`refused ${pending.clientId}`));
    own.on('sent', ({ pending }) => told.push(`sent ${pending.clientId}`));
    const [one, two] = [say('bir').catch((error: MeydanError) => error.code), say('iki')];
    own.discard('bir');
    own.settle('iki', { message: {} } as SendResult);
    own.settle('iki', { message: {} } as SendResult);
    own.discard('unknown');
    expect([await one, await two, told, own.items]).toEqual([
      'closed',
      { message: {} },
      ['refused bir', 'sent iki'],
      [],
    ]);
  });
});

describe('the list of rooms', () => {
  const room = (slug: string, more: object = {}) => ({ slug, unread: 0, unread_mentions: 0, ...more }) as RoomListRow;
  const message = (seq: number, account: string) => ({ seq, sender: { account_id: account } });

  async function list(rooms: RoomListRow[]) {
    const own = new RoomList(
      async () => ({ rooms }),
      () => 'ada',
      () => true,
    );
    const early: unknown[] = [];
    const stop = own.on('change', (shown) => early.push(shown));
    own.take('room:gone', { room: 'kahve' } as never);
    expect(early).toEqual([]);
    stop();
    await own.load();
    return own;
  }

  it('counts what others say, once, and mentions; its own messages count for nothing', async () => {
    const own = await list([
      room('kahve', { last_message: message(4, 'bob') }),
      room('kitap', { muted: true, unread: 7 }),
    ]);
    const active = (seq: number, account: string, mention = false) =>
      own.take('room:activity', { room: 'kahve', last_message: message(seq, account), mention } as never);
    active(5, 'bob', true);
    expect(own.all[0]).toMatchObject({ unread: 1, unread_mentions: 1 });
    active(5, 'bob');
    active(6, 'ada');
    expect(own.all[0]).toMatchObject({ unread: 1, unread_mentions: 1, last_message: { seq: 6 } });
    own.take('room:activity', { room: 'unknown', last_message: null, mention: false } as never);
    expect([own.all.length, own.unread]).toEqual([2, 1]);
    own.take('room:activity', { room: 'kahve', last_message: null, mention: false } as never);
    expect(own.all[0]).toMatchObject({ unread: 1, last_message: null });
    own.close();
  });

  it('loses a room that is gone, and no other; follows the flags', async () => {
    const own = await list([room('kahve'), room('kitap')]);
    own.take('room:gone', { room: 'kahve' } as never);
    own.take('room:flags', { room: 'kitap', muted: true } as never);
    expect(own.all).toEqual([{ ...room('kitap'), muted: true }]);
    own.clear();
    expect(own.all).toEqual([]);
  });
});

describe('a login that comes back from the provider', () => {
  const attempt = { state: 's', nonce: 'n', verifier: 'v', redirectUri: 'https://meydan.example/' };
  const proof = (query: string) => identityProof(attempt, `https://meydan.example/?${query}`);

  it('is proved by its code, for the attempt that it belongs to', () => {
    const proved = { code: 'c', redirect_uri: attempt.redirectUri, code_verifier: 'v', nonce: 'n' };
    expect(proof('code=c&state=s')).toEqual(proved);
    expect(() => proof('code=c&state=another')).toThrow('The login was not finished.');
    expect(() => proof('state=s')).toThrow('The login was not finished.');
    expect(() => proof('state=s&error_description=cancelled')).toThrow('cancelled');
  });
});

it('a pause lasts until its end, or until somebody ends it', async () => {
  const ended = new AbortController();
  const long = pause(60_000, ended.signal);
  ended.abort();
  await long;
  await pause(60_000, ended.signal);
  const before = performance.now();
  await pause(20, new AbortController().signal);
  expect(performance.now() - before).toBeGreaterThan(15);
});
