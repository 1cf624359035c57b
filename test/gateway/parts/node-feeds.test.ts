/** The feeds of a node: what wakes a quiet room, and when one falls asleep or is let go. */
import type { RoomItem } from '#actors/room/commands.js';
import { RoomFeeds } from '#http/gateway/rooms/room-feeds.js';
import { breath } from '../../support/time/virtual-env.js';
import { activity, item, roomScene as scene, seqsOf } from './room-scene.js';

describe('the feeds of a node', () => {
  function several() {
    const parts = scene();
    const watched = new Map<string, (item: RoomItem) => void>();
    const unwatched: string[] = [];
    const confirmed: [string, readonly string[]][] = [];
    const streams = {
      watch: (id: string, listener: (item: RoomItem) => void) => void watched.set(id, listener),
      unwatch: (id: string) => {
        unwatched.push(id);
        watched.delete(id);
      },
      ready: async () => undefined,
    };
    const asked: unknown[] = [];
    const pages: { items: RoomItem[]; seq: number; hasMore: boolean }[] = [];
    const rooms = {
      ask: async (...of: unknown[]) => {
        asked.push(of);
        return pages.shift() ?? { items: [], seq: 6, hasMore: false };
      },
    };
    const feeds = new RoomFeeds({ streams, rooms, env: parts.env } as never, parts.context, () => undefined);
    feeds.onAwake(({ id }, accounts) => void confirmed.push([id, accounts]));
    const publish = (one: RoomItem) => watched.get(one.room)?.(one);
    return { ...parts, feeds, watched, unwatched, confirmed, publish, asked, pages };
  }

  it('wake a quiet room at its first item that says something, and read its members once', () => {
    const { feeds, watched, publish, confirmed } = several();
    expect(feeds.followQuietly('r1', 'ada')).toBe(true);
    feeds.followQuietly('r1', 'bob');
    publish(item(3, { announcements: [] }));
    expect([feeds.find('r1'), feeds.accountCountIn('r1'), watched.size]).toEqual([undefined, 2, 1]);
    publish(item(4, { announcements: [], activity }));
    expect([feeds.idOf('kahve'), confirmed, [...feeds.accountsIn('r1')], feeds.accountCountIn('r1')]).toEqual([
      'r1',
      [['r1', ['ada', 'bob']]],
      ['ada', 'bob'],
      2,
    ]);
    expect(feeds.followQuietly('r1', 'cem')).toBe(false);
  });

  it.each<[string, Partial<RoomItem>]>([
    ['an event', {}],
    ['a move', { announcements: [], moves: [{ account: 'eda', role: null, historyFrom: 0 }] }],
    ['a word to members', { announcements: [], toMembers: { type: 'room:gone' } }],
  ])('wake it by %s', (_, more) => {
    const { feeds, publish, confirmed } = several();
    feeds.followQuietly('r1', 'ada');
    publish(item(4, more));
    expect([confirmed, feeds.find('r1') !== undefined]).toEqual([[['r1', ['ada']]], true]);
  });

  it('read no members of a room that a reader alone woke, and let it go with the reader', () => {
    const { feeds, confirmed, reader, unwatched, watched } = several();
    const feed = feeds.acquire('r1', 'kahve');
    expect([feeds.acquire('r1', 'kahve'), confirmed, watched.size]).toEqual([feed, [], 1]);
    const { subscription } = reader('ada', 0, feed);
    feeds.release(feed);
    expect(feeds.find('r1')).toBe(feed);
    feed.drop(subscription);
    feeds.release(feed);
    expect([feeds.find('r1'), unwatched, feeds.idOf('kahve')]).toEqual([undefined, ['r1'], undefined]);
    feeds.release(feed);
    expect(unwatched).toEqual(['r1']);
  });

  it('stop watching a quiet room with its last member', () => {
    const { feeds, unwatched } = several();
    for (const account of ['ada', 'bob']) feeds.followQuietly('r1', account);
    feeds.unfollow('r1', 'ada');
    expect(unwatched).toEqual([]);
    feeds.unfollow('r1', 'bob');
    expect(unwatched).toEqual(['r1']);
  });

  it('let a room fall asleep after two minutes without an item, and keep its members', async () => {
    const { env, feeds, publish, unwatched } = several();
    feeds.followQuietly('r1', 'ada');
    publish(item(4, { announcements: [], activity }));
    feeds.find('r1')?.activity.membersRead(new Map([['ada', { isAdmin: false, historyFrom: 0, since: 1, rev: 1 }]]));
    await env.advance(90_000);
    publish(item(5));
    await env.advance(90_000);
    expect(feeds.find('r1')).toBeDefined();
    await env.advance(60_000);
    expect([feeds.find('r1'), [...feeds.accountsIn('r1')], unwatched]).toEqual([undefined, ['ada'], []]);
    expect(feeds.idOf('kahve')).toBeUndefined();
    expect(env.timers).toBe(0);
  });

  it('keep a room awake that has readers, and forget another room of its former name', async () => {
    const { env, feeds, reader } = several();
    const feed = feeds.acquire('r1', 'kahve');
    reader('ada', 0, feed);
    feeds.acquire('r2', 'kahve');
    expect(feeds.idOf('kahve')).toBe('r2');
    await env.advance(600_000);
    expect([feeds.find('r1'), feeds.idOf('kahve')]).toEqual([feed, undefined]);
    feeds.close();
    expect([feeds.find('r1'), env.timers]).toEqual([undefined, 0]);
  });

  it('know from when on they hear every change of a room', async () => {
    const { env, feeds, asked } = several();
    await env.advance(100);
    const feed = feeds.acquire('r1', 'kahve');
    expect(feeds.isReceivedSince('r1', 1_000)).toBe(false);
    await feeds.begun(feed);
    await breath();
    expect(asked).toEqual([['r1', { type: 'replay', after: null }]]);
    expect([feed.membersAsOf, feeds.isReceivedSince('r1', 100), feeds.isReceivedSince('r1', 101)]).toEqual([
      6,
      false,
      true,
    ]);
    expect(feeds.isReceivedSince('elsewhere', 1_000)).toBe(false);
  });

  it('say how far they have heard a room, where they have', async () => {
    const { feeds, watched, publish } = several();
    feeds.followQuietly('r1', 'ada');
    const listener = watched.get('r1') as unknown as { positionIn(id: string): number | null };
    expect(listener.positionIn('r1')).toBeNull();
    publish(item(4));
    expect([listener.positionIn('r1'), listener.positionIn('r2')]).toEqual([4, null]);
  });

  it('ask page by page for items that were not told, up to the place that was', async () => {
    const { feeds, publish, asked, pages, reader, flush } = several();
    const feed = feeds.acquire('r1', 'kahve');
    const ada = reader('ada', 4, feed);
    publish(item(4));
    pages.push({ items: [item(5)], seq: 5, hasMore: true }, { items: [item(6)], seq: 6, hasMore: false });
    publish(item(6, { announcements: [], isPlace: true }));
    await breath();
    flush();
    expect(asked).toEqual([
      ['r1', { type: 'replay', after: 4 }],
      ['r1', { type: 'replay', after: 5 }],
    ]);
    expect(seqsOf(ada)).toEqual([5, 6]);
  });
});
