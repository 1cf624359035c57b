/** Rooms in which nothing happens, until something does: who is a member is read then, and nothing is missed or leaked. */
import type { RoomItem } from '#actors/room/commands.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { Memberships } from '#http/gateway/rooms/memberships.js';
import { RoomFeeds } from '#http/gateway/rooms/room-feeds.js';
import type { Member } from '#src/domain/rooms/room.js';
import { ADA, feedScene } from '../../support/rooms/feed-scene.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const EDA = 'eeeeeeee-0000-4000-8000-000000000000';

const said = (seq: number, more: Partial<RoomItem> = {}): RoomItem => ({
  room: 'room',
  slug: 'kahve',
  seq,
  moves: [],
  activity: { row: null, lastMessage: null, arrivals: [], mentions: [], mentionsAll: false },
  announcements: [],
  ...more,
});

const membership = { room: 'room', role: 'member', historyFrom: 0, joinedSeq: 2, rev: 2, present: true };

/** ADA has just connected; the store knows a membership. The stream is not received before `begin` when it is late. */
async function scene({ isLate = false } = {}) {
  const env = new VirtualEnv();
  const { feed, reader, wire, context } = feedScene('kahve', env);
  feed.drop(reader);
  const store = { members: [membership], isDown: false, reads: 0 };
  const hub = new StreamHub<RoomItem>(() => undefined);
  const watched = new Set<string>();
  let begin = (): void => undefined;
  const ready = isLate ? new Promise<void>((resolve) => (begin = resolve)) : Promise.resolve();
  const streams = {
    watch: (id: string, listener: (item: RoomItem) => void) => {
      watched.add(id);
      return hub.watch(id, listener);
    },
    unwatch: (id: string, listener: (item: RoomItem) => void) => {
      watched.delete(id);
      hub.unwatch(id, listener);
    },
    ready: () => ready,
  };
  const read = async <T>(found: T): Promise<T> => {
    store.reads += 1;
    if (store.isDown) throw new Error('the store is down');
    return found;
  };
  const reads = {
    range: () => read([...store.members] as unknown as Member[]),
    getMany: (_: string, ids: string[]) => read(ids.map(() => store.members[0] ?? null)),
    get: () => read(store.members[0] ?? null),
  };
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  /** The owner answers once it has loaded the room; then it is at `seq`, and gives the missed items page by page. */
  const owner = { loaded: Promise.resolve(), seq: 2, pages: [] as RoomItem[][], asked: [] as (number | null)[] };
  const ask = async (_: string, { after }: { after: number | null }) => {
    owner.asked.push(after);
    await owner.loaded;
    const items = after === null ? [] : (owner.pages.shift() ?? []);
    return { items, seq: owner.seq, hasMore: after !== null && owner.pages.length > 0 };
  };
  const feeds = new RoomFeeds({ streams, rooms: { ask } as never, env }, context, onError);
  const memberships = new Memberships(reads as never, feeds, env, onError);
  const rounds = async () => {
    for (let n = 0; n < 6; n += 1) await breath();
  };
  memberships.connected(ADA);
  await rounds();
  const publish = async (item: RoomItem) => {
    hub.publish('room', item);
    await rounds();
  };
  const count = (what: string) => wire().split(`"${what}"`).length - 1;
  const heard = () => count('room:activity');
  const start = async () => {
    begin();
    await rounds();
  };
  const done = () => {
    memberships.stop();
    feeds.close();
  };
  const told = { publish, heard, count };
  return { env, feeds, store, owner, memberships, watched, errors, ...told, rounds, begin: start, done };
}

describe('a room in which nothing happens', () => {
  it('costs one read for all rooms of an account, and has no feed', async () => {
    const { feeds, store, memberships, watched, done } = await scene();
    expect([store.reads, watched, feeds.find('room')]).toEqual([1, new Set(['room']), undefined]);
    expect([...memberships.connectedIn('room')]).toEqual([ADA]);
    expect(await memberships.roomsOf(ADA)).toEqual(['room']);
    done();
  });

  it('tells its members once something happens, after it has read who they are', async () => {
    const { store, publish, heard, done } = await scene();
    await publish(said(5));
    expect([heard(), store.reads]).toEqual([1, 2]);
    done();
  });

  it('stays as it is when it only comes into memory', async () => {
    const { feeds, publish, done } = await scene();
    await publish(said(5, { activity: null, isPlace: true }));
    await publish(said(6, { activity: null }));
    expect(feeds.find('room')).toBeUndefined();
    done();
  });

  it('tells nothing to those who were out by then, and does not follow it for them any more', async () => {
    const { feeds, store, memberships, watched, publish, heard, done } = await scene();
    store.members = [{ ...membership, present: false }];
    await publish(said(5));
    await publish(said(6));
    expect([heard(), feeds.find('room'), watched.size]).toEqual([0, undefined, 0]);
    expect(await memberships.roomsOf(ADA)).toEqual([]);
    done();
  });

  it('believes its stream, where it is newer than what was read', async () => {
    const back = await scene();
    back.store.members = [];
    await back.publish(said(7, { moves: [{ account: ADA, role: 'member', historyFrom: 0 }] }));
    await back.publish(said(8));
    await back.env.advance(1_000);
    expect(back.heard()).toBe(2);
    back.done();
    const out = await scene();
    await out.publish(said(7, { moves: [{ account: ADA, role: null, historyFrom: 0, reason: 'kicked' }] }));
    await out.publish(said(8));
    await out.env.advance(1_000);
    expect(out.heard()).toBe(0);
    out.done();
  });

  it('tells those who are admins by now what is for admins', async () => {
    const { store, publish, heard, done } = await scene();
    store.members = [{ ...membership, role: 'admin', rev: 4 }];
    const row = { row: { audience: 'admins' } } as never;
    const activity = { row, lastMessage: null, arrivals: [], mentions: [], mentionsAll: false };
    await publish(said(5, { activity }));
    expect(heard()).toBe(1);
    done();
  });

  it('tells those who are admins no more nothing that is for admins, from that entry on', async () => {
    const { store, publish, heard, env, done } = await scene();
    store.members = [{ ...membership, role: 'admin', rev: 4 }];
    const row = { row: { audience: 'admins' } } as never;
    const activity = { row, lastMessage: null, arrivals: [], mentions: [], mentionsAll: false };
    await publish(said(5, { activity, moves: [{ account: ADA, role: 'member', historyFrom: 0 }] }));
    await publish(said(6, { activity }));
    await env.advance(1_000);
    expect(heard()).toBe(0);
    await publish(said(7, { activity, moves: [{ account: ADA, role: 'admin', historyFrom: 0 }] }));
    await env.advance(1_000);
    expect(heard()).toBe(1);
    done();
  });

  it('counts its members as far as it has to, and knows the other one of two', async () => {
    const { feeds, memberships, rounds, done } = await scene();
    expect([feeds.accountCountIn('room'), feeds.accountCountIn('unknown')]).toEqual([1, 0]);
    memberships.connected(EDA);
    await rounds();
    expect([feeds.accountCountIn('room'), memberships.onlyOtherIn('room', ADA)]).toEqual([2, EDA]);
    memberships.connected('ffffffff-0000-4000-8000-000000000000');
    await rounds();
    expect([feeds.accountCountIn('room'), memberships.onlyOtherIn('room', ADA)]).toEqual([3, null]);
    done();
  });

  it('waits for a stream that does not begin, and for a store that does not answer, as long as that takes', async () => {
    const late = await scene({ isLate: true });
    await late.publish(said(5));
    await late.env.advance(5_000);
    expect(late.heard()).toBe(0);
    await late.begin();
    expect(late.heard()).toBe(1);
    late.done();
    const { env, store, errors, publish, heard, rounds, done } = await scene();
    store.isDown = true;
    await publish(said(5));
    await env.advance(2_000);
    expect([heard(), errors.length > 1]).toEqual([0, true]);
    store.isDown = false;
    await env.advance(500);
    await rounds();
    expect(heard()).toBe(1);
    done();
  });

  it('tells of its end to all, and of new permissions to those whom they concern', async () => {
    const end = await scene({ isLate: true });
    await end.publish(said(5, { activity: null, toMembers: { type: 'room:gone' } }));
    expect(end.count('room:gone')).toBe(1);
    end.done();
    const changed = { activity: null, toMembers: { type: 'permissions:changed' as const, permissions: [] } };
    const plain = await scene();
    await plain.publish(said(5, changed));
    expect(plain.count('permissions:changed')).toBe(1);
    plain.done();
    const admin = await scene();
    admin.store.members = [{ ...membership, role: 'admin' }];
    await admin.publish(said(5, changed));
    expect(admin.count('permissions:changed')).toBe(0);
    admin.done();
  });

  it('is one again after two minutes, and reads who its members are when it wakes up', async () => {
    const { env, feeds, store, watched, publish, heard, done } = await scene();
    await publish(said(5));
    await env.advance(119_000);
    expect(feeds.find('room')).toBeDefined();
    await env.advance(31_000);
    expect([feeds.find('room'), watched.size]).toEqual([undefined, 1]);
    store.reads = 0;
    await publish(said(6));
    expect([heard(), store.reads]).toEqual([2, 1]);
    done();
  });

  it('is left by those who go, and by the last of them altogether', async () => {
    const { env, memberships, watched, rounds, publish, done } = await scene();
    memberships.connected(EDA);
    await rounds();
    expect([...memberships.connectedIn('room')]).toEqual([ADA, EDA]);
    expect(memberships.onlyOtherIn('room', ADA)).toBe(EDA);
    memberships.disconnected(EDA);
    await env.advance(31_000);
    expect([[...memberships.connectedIn('room')], watched.size]).toEqual([[ADA], 1]);
    await publish(said(5));
    memberships.changed(ADA, 'room', 'kahve', false);
    expect(watched.size).toBe(0);
    done();
  });

  it('that was left unheard is found by the next look at the store', async () => {
    const { store, memberships, watched, rounds, done } = await scene();
    store.members = [];
    memberships.refresh(ADA);
    await rounds();
    expect([watched.size, await memberships.roomsOf(ADA)]).toEqual([0, []]);
    done();
  });
});

describe('a room that somebody opens after its owner has gone, and with it what it had not told', () => {
  /** ADA left by an entry that reached no document before the owner went; the next owner repairs it as it loads. */
  async function leftUntold() {
    const made = await scene();
    let load = (): void => undefined;
    made.owner.loaded = new Promise((resolve) => (load = resolve));
    const repair = async () => {
      made.store.members = [];
      load();
      await made.rounds();
    };
    return { ...made, repair };
  }

  it('is not followed for those who had left', async () => {
    const { feeds, memberships, rounds, repair, publish, heard, done } = await leftUntold();
    feeds.acquire('room', 'kahve');
    await rounds();
    await repair();
    await publish(said(7));
    expect([heard(), await memberships.roomsOf(ADA)]).toEqual([0, []]);
    done();
  });

  it('is not followed for those who had left and come while it is being loaded', async () => {
    const { env, feeds, memberships, rounds, repair, publish, heard, done } = await leftUntold();
    memberships.disconnected(ADA);
    await env.advance(61_000);
    feeds.acquire('room', 'kahve');
    await env.advance(10);
    memberships.connected(ADA);
    await rounds();
    await repair();
    await publish(said(7));
    expect([heard(), await memberships.roomsOf(ADA)]).toEqual([0, []]);
    done();
  });

  it('is asked where it is once, however often somebody connects, and not by those who heard its stream', async () => {
    const opened = await scene();
    opened.feeds.acquire('room', 'kahve');
    await opened.rounds();
    opened.memberships.connected(EDA);
    await opened.rounds();
    expect(opened.owner.asked).toEqual([null]);
    opened.done();
    const spoken = await scene();
    await spoken.publish(said(5));
    expect(spoken.owner.asked).toEqual([]);
    spoken.done();
  });

  it('misses no departure that a later owner did not tell, also when its readers have gone', async () => {
    const { feeds, owner, rounds, publish, heard, done } = await scene();
    feeds.acquire('room', 'kahve');
    await rounds();
    // It comes in pages.
    owner.pages = [[], [said(3, { activity: null, moves: [{ account: ADA, role: null, historyFrom: 0 }] })]];
    await publish(said(3, { activity: null, isPlace: true }));
    await publish(said(4));
    expect(heard()).toBe(0);
    done();
  });

  it('is asked again until it answers', async () => {
    const { env, feeds, owner, rounds, publish, heard, errors, done } = await scene();
    owner.loaded = Promise.reject(new Error('the owner is loading'));
    feeds.acquire('room', 'kahve');
    await rounds();
    await publish(said(3));
    expect([heard(), errors.length]).toEqual([0, 1]);
    owner.loaded = Promise.resolve();
    await env.advance(500);
    await rounds();
    expect(heard()).toBe(1);
    done();
  });
});
