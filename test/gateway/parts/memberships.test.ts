/** The rooms of connected accounts: what is read of them and when, and what a failed read leaves behind. */
import { Memberships } from '#http/gateway/rooms/memberships.js';
import type { Watcher } from '#http/gateway/rooms/room-activity.js';
import type { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import type { Member } from '#src/domain/rooms/room.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const RETENTION_MS = 30_000;

const memberOf = (room: string, account: string, more: object = {}) =>
  ({ room, account, role: 'member', historyFrom: 0, joinedSeq: 2, rev: 2, present: true, ...more }) as Member;

/** A store whose answers wait until a test lets them out, and rooms that are quiet until they get a feed. */
function scene() {
  const env = new VirtualEnv();
  const members = new Map<string, Member[]>();
  const done: unknown[] = [];
  const errors: unknown[] = [];
  const state = { isDown: false, isHeld: false };
  const held: (() => void)[] = [];
  const answer = async <T>(found: () => T): Promise<T> => {
    if (state.isHeld) await new Promise<void>((resolve) => held.push(resolve));
    if (state.isDown) throw new Error('the store is down');
    return found();
  };
  const store = {
    range: (from: string, range: { prefix: string[] }) => {
      done.push(['range', from, range]);
      return answer(() => members.get(range.prefix[0] ?? '') ?? []);
    },
    getMany: (from: string, ids: string[]) => {
      done.push(['getMany', from, ids]);
      return answer(() => ids.map((id) => memberById(id)));
    },
    get: (from: string, id: string) => {
      done.push(['get', from, id]);
      return answer(() => memberById(id));
    },
  };
  const memberById = (id: string) =>
    [...members.values()].flat().find(({ room, account }) => id === `${room}:${account}`) ?? null;
  const followed = new Map<string, Set<string>>();
  const feedsById = new Map<string, RoomFeed & { watched: Map<string, Watcher>; awaited: Set<string> }>();
  let confirm: (feed: RoomFeed, accounts: readonly string[]) => void = () => undefined;
  const feeds = {
    onAwake: (run: typeof confirm) => (confirm = run),
    find: (id: string) => feedsById.get(id),
    followQuietly: (id: string, account: string) => {
      if (feedsById.has(id)) return false;
      followed.set(id, (followed.get(id) ?? new Set()).add(account));
      return true;
    },
    unfollow: (id: string, account: string) => {
      followed.get(id)?.delete(account);
      done.push(['unfollow', id, account]);
    },
    isReceivedSince: (_: string, at: number) => at > 100,
    accountsIn: (id: string) => followed.get(id) ?? [],
    accountCountIn: (id: string) => followed.get(id)?.size ?? 0,
    acquire: (id: string) => feedsById.get(id) ?? wake(id),
    begun: async () => undefined,
    release: ({ id }: RoomFeed) => void done.push(['release', id]),
  };
  function wake(id: string) {
    const watched = new Map<string, Watcher>();
    const awaited = new Set<string>();
    const activity = {
      watch: (account: string, watcher: Watcher) => void watched.set(account, watcher),
      watches: (account: string) => watched.has(account) || awaited.has(account),
      expect: (account: string, seq: number) => void done.push(['expect', account, seq]),
      awaitMembers: (accounts: string[]) => {
        for (const account of accounts) awaited.add(account);
      },
      membersRead: (read: Map<string, Watcher | null>) => {
        for (const [account, watcher] of read) {
          if (awaited.delete(account) && watcher) watched.set(account, watcher);
        }
      },
    };
    const feed = { id, lastSeq: 9, activity, watched, awaited };
    feedsById.set(id, feed as never);
    return feed;
  }
  const memberships = new Memberships(store as never, feeds as never, env, (error) => void errors.push(error));
  const settled = async () => {
    for (let round = 0; round < 8; round += 1) await breath();
  };
  const release = async () => {
    for (const run of held.splice(0)) run();
    await settled();
  };
  const roomsOf = (account: string) => [...followed].flatMap(([room, who]) => (who.has(account) ? [room] : []));
  const reads = (what: string) => done.filter((each) => (each as string[])[0] === what).length;
  return {
    env,
    members,
    done,
    errors,
    state,
    memberships,
    wake,
    feedsById,
    settled,
    release,
    roomsOf,
    reads,
    confirm: (id: string, accounts: string[]) => confirm(feedsById.get(id) as RoomFeed, accounts),
  };
}

describe('the rooms of an account', () => {
  it('are read of the store where it is not connected, and of memory where it is', async () => {
    const { members, memberships, done, settled, reads } = scene();
    members.set('ada', [memberOf('r1', 'ada'), memberOf('r2', 'ada')]);
    expect(await memberships.roomsOf('ada')).toEqual(['r1', 'r2']);
    const range = { index: 'byAccount', prefix: ['ada'], limit: 10_000 };
    expect(done).toEqual([['range', 'members', range]]);
    memberships.connected('ada');
    expect(await memberships.roomsOf('ada')).toEqual(['r1', 'r2']);
    await settled();
    expect([await memberships.roomsOf('ada'), done[1], reads('range')]).toEqual([
      ['r1', 'r2'],
      ['range', 'members', range],
      2,
    ]);
  });

  it('are read again at the next connection, when they could not be read', async () => {
    const { members, memberships, errors, state, settled, roomsOf, reads } = scene();
    members.set('ada', [memberOf('r1', 'ada')]);
    state.isDown = true;
    memberships.connected('ada');
    await settled();
    expect([errors.length, roomsOf('ada')]).toEqual([1, []]);
    state.isDown = false;
    // It is not taken for an account without rooms.
    expect(await memberships.roomsOf('ada')).toEqual(['r1']);
    memberships.connected('ada');
    await settled();
    expect([roomsOf('ada'), reads('range')]).toEqual([['r1'], 3]);
  });

  it('of a connection that has been replaced meanwhile are forgotten with its failed read alone', async () => {
    const { env, members, memberships, state, settled, release, roomsOf, errors } = scene();
    members.set('ada', [memberOf('r1', 'ada')]);
    state.isHeld = true;
    memberships.connected('ada');
    memberships.disconnected('ada');
    await env.advance(RETENTION_MS);
    state.isHeld = false;
    memberships.connected('ada');
    await settled();
    expect(roomsOf('ada')).toEqual(['r1']);
    state.isDown = true;
    await release();
    expect([errors.length, roomsOf('ada'), await memberships.roomsOf('ada')]).toEqual([1, ['r1'], ['r1']]);
  });

  it('stay as they were when they could not be read again, and can be read later', async () => {
    const { members, memberships, errors, state, settled, roomsOf } = scene();
    members.set('ada', [memberOf('r1', 'ada')]);
    memberships.connected('ada');
    await settled();
    state.isDown = true;
    memberships.refresh('ada');
    await settled();
    expect([errors.length, roomsOf('ada'), await memberships.roomsOf('ada')]).toEqual([1, ['r1'], ['r1']]);
    state.isDown = false;
    members.set('ada', [memberOf('r1', 'ada'), memberOf('r2', 'ada')]);
    memberships.refresh('ada');
    await settled();
    expect(roomsOf('ada')).toEqual(['r1', 'r2']);
  });

  it('are read once at a time, and of connected accounts alone', async () => {
    const { memberships, reads, settled } = scene();
    memberships.refresh('ada');
    memberships.connected('ada');
    memberships.refresh('ada');
    await settled();
    expect(reads('range')).toBe(1);
  });

  it('are read once the events of the account are heard', async () => {
    const { memberships, reads, settled } = scene();
    let hear = (): void => undefined;
    memberships.connected('ada', new Promise((resolve) => (hear = resolve)));
    await settled();
    expect(reads('range')).toBe(0);
    hear();
    await settled();
    expect(reads('range')).toBe(1);
  });

  it('change by events while they are read, and the read changes none of those', async () => {
    const { members, memberships, state, settled, release, wake, roomsOf } = scene();
    wake('r3');
    members.set('ada', [memberOf('r1', 'ada'), memberOf('r2', 'ada')]);
    state.isHeld = true;
    memberships.connected('ada');
    await settled();
    memberships.changed('ada', 'r1', 'bir', false);
    memberships.changed('ada', 'r3', 'uc', true);
    await release();
    expect([roomsOf('ada'), await memberships.roomsOf('ada')]).toEqual([['r2'], ['r3', 'r2']]);
    state.isHeld = false;
    // A later read is newer than those events.
    members.set('ada', [memberOf('r1', 'ada')]);
    memberships.refresh('ada');
    await settled();
    expect([roomsOf('ada'), await memberships.roomsOf('ada')]).toEqual([['r1'], ['r3', 'r1']]);
  });
});

describe('an account that has gone', () => {
  it('keeps its rooms for half a minute, and is read again only where events were missed', async () => {
    const { env, members, memberships, settled, reads, roomsOf } = scene();
    members.set('ada', [memberOf('r1', 'ada')]);
    memberships.connected('ada');
    await settled();
    memberships.disconnected('ada');
    await env.advance(RETENTION_MS - 1);
    memberships.connected('ada');
    await env.advance(RETENTION_MS);
    expect([roomsOf('ada'), reads('range'), env.timers]).toEqual([['r1'], 1, 0]);
    memberships.disconnected('ada');
    memberships.connected('ada', Promise.resolve());
    await settled();
    expect(reads('range')).toBe(2);
  });

  it('is forgotten after that, each at its time', async () => {
    const { env, members, memberships, settled, roomsOf } = scene();
    for (const account of ['ada', 'bob']) {
      members.set(account, [memberOf('r1', account)]);
      memberships.connected(account);
    }
    await settled();
    memberships.disconnected('ada');
    await env.advance(10_000);
    memberships.disconnected('bob');
    await env.advance(20_000);
    expect([roomsOf('ada'), roomsOf('bob')]).toEqual([[], ['r1']]);
    await env.advance(RETENTION_MS);
    expect([roomsOf('bob'), env.timers]).toEqual([[], 0]);
  });

  it('makes room for those who went after it, where many have gone', async () => {
    const { members, memberships, settled, roomsOf } = scene();
    members.set('first', [memberOf('r1', 'first')]);
    members.set('second', [memberOf('r1', 'second')]);
    for (const account of ['first', 'second']) memberships.connected(account);
    await settled();
    memberships.disconnected('first');
    memberships.disconnected('second');
    for (let at = 2; at < 20_000; at += 1) memberships.disconnected(`other-${at}`);
    expect([roomsOf('first'), roomsOf('second')]).toEqual([['r1'], ['r1']]);
    memberships.disconnected('last');
    expect([roomsOf('first'), roomsOf('second')]).toEqual([[], ['r1']]);
    memberships.stop();
  });
});

describe('a room with a feed', () => {
  it('is watched with what was read, where its stream was heard by then', async () => {
    const { env, members, memberships, settled, wake, reads } = scene();
    const feed = wake('r1');
    members.set('ada', [memberOf('r1', 'ada', { role: 'admin', historyFrom: 4, joinedSeq: 5, rev: 6 })]);
    await env.advance(101);
    memberships.connected('ada');
    await settled();
    expect([...feed.watched]).toEqual([['ada', { isAdmin: true, historyFrom: 4, since: 5, rev: 6 }]]);
    expect(reads('getMany')).toBe(0);
  });

  it('has the membership confirmed, where its stream was not', async () => {
    const { members, memberships, settled, wake, done } = scene();
    const feed = wake('r1');
    members.set('ada', [memberOf('r1', 'ada')]);
    memberships.connected('ada');
    await settled();
    expect([...feed.watched.keys()]).toEqual(['ada']);
    expect(done).toContainEqual(['getMany', 'members', ['r1:ada']]);
    expect(done).toContainEqual(['release', 'r1']);
  });

  it('is no room of those who turn out to be no members', async () => {
    const { members, memberships, settled, wake, confirm } = scene();
    members.set('ada', [memberOf('r1', 'ada')]);
    memberships.connected('ada');
    await settled();
    const feed = wake('r1');
    members.set('ada', [memberOf('r1', 'ada', { present: false })]);
    confirm('r1', ['ada']);
    await settled();
    expect([await memberships.roomsOf('ada'), feed.watched.size]).toEqual([[], 0]);
  });

  it('is asked of until the store answers, and no longer than it has this feed', async () => {
    const { env, state, settled, wake, confirm, reads, errors, feedsById } = scene();
    wake('r1');
    state.isDown = true;
    confirm('r1', ['ada']);
    await settled();
    await env.advance(499);
    expect([reads('getMany'), errors.length]).toEqual([1, 1]);
    await env.advance(1);
    await settled();
    expect([reads('getMany'), errors.length]).toEqual([2, 2]);
    feedsById.delete('r1');
    wake('r1');
    await env.advance(5_000);
    expect([reads('getMany'), env.timers]).toEqual([2, 0]);
  });

  it('is followed by a new member, with what the store says of them', async () => {
    const { members, memberships, settled, done, feedsById } = scene();
    memberships.connected('ada');
    await settled();
    members.set('ada', [memberOf('r1', 'ada', { joinedSeq: 7, rev: 7 })]);
    memberships.changed('ada', 'r1', 'bir', true);
    expect(done).toContainEqual(['expect', 'ada', 9]);
    await settled();
    expect([...(feedsById.get('r1')?.watched ?? [])]).toEqual([
      ['ada', { isAdmin: false, historyFrom: 0, since: 7, rev: 7 }],
    ]);
    memberships.changed('bob', 'r1', 'bir', true);
    await settled();
    expect(done.filter((each) => (each as string[])[0] === 'expect')).toHaveLength(1);
  });

  it.each(['left', 'gone', 'absent'])('is not followed by a new member who is %s by then', async (how) => {
    const { env, members, memberships, state, settled, release, wake } = scene();
    const feed = wake('r1');
    memberships.connected('ada');
    await settled();
    members.set('ada', [memberOf('r1', 'ada', { present: how !== 'absent' })]);
    state.isHeld = true;
    memberships.changed('ada', 'r1', 'bir', true);
    await settled();
    if (how === 'left') memberships.changed('ada', 'r1', 'bir', false);
    if (how === 'gone') {
      memberships.disconnected('ada');
      await env.advance(RETENTION_MS);
    }
    await release();
    expect(feed.watched.size).toBe(0);
  });

  it('and a failure to read a new member is told of', async () => {
    const { memberships, state, settled, errors } = scene();
    memberships.connected('ada');
    await settled();
    state.isDown = true;
    memberships.changed('ada', 'r1', 'bir', true);
    await settled();
    expect(errors).toHaveLength(1);
  });

  it('knows the other one of two, and none of three', async () => {
    const { members, memberships, settled } = scene();
    for (const account of ['ada', 'bob']) {
      members.set(account, [memberOf('r1', account)]);
      memberships.connected(account);
    }
    await settled();
    expect([memberships.onlyOtherIn('r1', 'ada'), memberships.onlyOtherIn('r1', 'eve')]).toEqual(['bob', null]);
    members.set('cem', [memberOf('r1', 'cem')]);
    memberships.connected('cem');
    await settled();
    expect(memberships.onlyOtherIn('r1', 'ada')).toBeNull();
    expect(memberships.onlyOtherIn('r2', 'ada')).toBeNull();
  });
});
