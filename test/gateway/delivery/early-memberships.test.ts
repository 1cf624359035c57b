/** A membership that was read before the room's stream began: what changed in between is not missed. */
import type { RoomItem } from '#actors/room/commands.js';
import { Memberships } from '#http/gateway/rooms/memberships.js';
import type { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import type { RoomFeeds } from '#http/gateway/rooms/room-feeds.js';
import type { Member } from '#src/domain/rooms/room.js';
import { ADA, feedScene } from '../../support/rooms/feed-scene.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const said = (seq: number): RoomItem => ({
  room: 'room',
  slug: 'kahve',
  seq,
  moves: [],
  activity: { row: null, lastMessage: null, arrivals: [], mentions: [], mentionsAll: false },
  announcements: [],
});

const unexpected = (error: unknown): never => {
  throw error;
};

/** ADA has just connected; the store knows a membership, and the stream of the room begins when the test says so. */
async function scene() {
  const env = new VirtualEnv();
  const { feed, reader, wire } = feedScene('kahve', env);
  feed.drop(reader);
  const store = { members: [{ room: 'room', role: 'member', historyFrom: 0, joinedSeq: 2, rev: 2, present: true }] };
  const stream = { hasBegun: false, begin: (): void => undefined };
  const begun = new Promise<void>((resolve) => {
    stream.begin = () => {
      stream.hasBegun = true;
      resolve();
    };
  });
  let known: RoomFeed | undefined;
  const feeds = {
    find: () => known,
    acquire: () => {
      known = feed;
      return feed;
    },
    release: () => undefined,
    isReady: () => stream.hasBegun,
    ready: () => begun,
  };
  const reads = {
    range: async () => store.members as unknown as Member[],
    getMany: async () => [{ _id: 'room', slug: 'kahve' }],
    get: async () => store.members[0] ?? null,
  };
  const memberships = new Memberships(reads as never, feeds as unknown as RoomFeeds, env, unexpected);
  memberships.connected(ADA);
  for (let n = 0; n < 5; n += 1) await breath();
  const begin = async () => {
    stream.begin();
    for (let n = 0; n < 5; n += 1) await breath();
  };
  const hears = () => wire().includes('"room:activity"');
  return { env, feed, store, memberships, begin, hears };
}

describe('a membership that was read before the stream of its room began', () => {
  it('is read again, and hears what was held for it meanwhile', async () => {
    const { feed, begin, hears } = await scene();
    feed.onItem(said(5));
    expect(hears()).toBe(false);
    await begin();
    expect(hears()).toBe(true);
  });

  it('hears nothing when it has ended by then, and is not watched any more', async () => {
    const { env, feed, store, memberships, begin, hears } = await scene();
    store.members = [];
    feed.onItem(said(5));
    await begin();
    feed.onItem(said(6));
    await env.advance(10_000);
    expect([hears(), feed.activity.watches(ADA), await memberships.roomsOf(ADA)]).toEqual([false, false, []]);
  });

  it('goes on when its person is back, as the stream has told since', async () => {
    const { feed, store, begin, hears } = await scene();
    store.members = [];
    feed.onItem({ ...said(7), moves: [{ account: ADA, role: 'member', historyFrom: 0 }] });
    await begin();
    feed.onItem(said(8));
    expect([hears(), feed.activity.watches(ADA)]).toEqual([true, true]);
  });

  it('waits for a stream that does not begin, for as long as that takes', async () => {
    const { env, feed, begin, hears } = await scene();
    await env.advance(60_000);
    feed.onItem(said(5));
    await env.advance(60_000);
    expect(hears()).toBe(false);
    await begin();
    expect(hears()).toBe(true);
  });
});
