/** The feed of a room: whom it reaches and when, in what order, and when it ends. */
import type { Announcement, Move } from '#actors/room/commands.js';
import { eventFrame } from '#http/gateway/transport/frames.js';
import { activity, item, namesOf, pins, roomScene as scene, seqsOf } from './room-scene.js';
import { type Wired, wired } from './wired-connection.js';

describe('a feed', () => {
  it('has readers while one is live, or is being let in, or both', () => {
    const { feed, reader } = scene();
    expect([feed.hasReaders, feed.isUnused, feed.publishedUpTo]).toEqual([false, true, 0]);
    const ada = reader('ada', 4);
    expect([feed.hasReaders, feed.publishedUpTo]).toEqual([true, 4]);
    const bob = reader('bob', 3);
    feed.hold(bob.subscription);
    expect([feed.hasReaders, feed.isUnused]).toEqual([true, false]);
    feed.membersAsOf = 2;
    expect(feed.publishedUpTo).toBe(2);
    for (const { subscription } of [ada, bob]) feed.drop(subscription);
    expect([feed.hasReaders, feed.isUnused, [...feed.subscriptions()]]).toEqual([false, true, []]);
    feed.onItem(item(9));
    expect(feed.publishedUpTo).toBe(9);
  });

  it('is heard by other nodes from its first reader to its last', () => {
    const { feed, reader, bus } = scene();
    const [ada, bob] = [reader('ada'), reader('bob')];
    feed.hold(ada.subscription);
    feed.drop(ada.subscription);
    expect(bus).toEqual(['join room:r1']);
    feed.drop(bob.subscription);
    expect(bus).toEqual(['join room:r1', 'leave room:r1']);
  });

  it('is flushed once for a round, and a large room waits a tick after several events', async () => {
    const { env, feed, reader, batches, flush } = scene();
    const people = Array.from({ length: 64 }, (_, at) => reader(`p${at}`));
    for (const seq of [1, 2]) feed.onItem(item(seq));
    expect(batches).toHaveLength(1);
    flush();
    expect(people.map(seqsOf)).toEqual(people.map(() => [1, 2]));
    feed.onItem(item(3));
    expect(batches).toHaveLength(0);
    await env.advance(4);
    expect(batches).toHaveLength(0);
    await env.advance(1);
    flush();
    expect(seqsOf(people[0] as Wired)).toEqual([3]);
    feed.onItem(item(4));
    expect(batches).toHaveLength(1);
    flush();
    for (const seq of [5, 6]) feed.onItem(item(seq));
    flush();
    await env.advance(5);
    feed.onItem(item(7));
    expect(batches).toHaveLength(1);
  });

  it('is not flushed for an item that is told to no reader', () => {
    const { feed, reader, batches } = scene();
    reader('ada');
    feed.onItem(item(1, { announcements: [] }));
    expect([batches, feed.lastSeq]).toEqual([[], 1]);
  });

  it('makes a smaller room wait for nothing', () => {
    const { feed, reader, batches, flush } = scene();
    for (let at = 0; at < 63; at += 1) reader(`p${at}`);
    for (const seq of [1, 2]) feed.onItem(item(seq));
    flush();
    feed.onItem(item(3));
    expect(batches).toHaveLength(1);
  });

  it('tells a reader that is let in what came meanwhile, as it is by then, and that once', () => {
    const { feed, reader, flush } = scene();
    const ada = reader('ada', 2);
    feed.hold(ada.subscription);
    const joined: Move = { account: 'ada', role: 'admin', historyFrom: 0 };
    feed.onItem(item(3));
    feed.onItem(item(4, { moves: [joined], announcements: [pins(4, { to: 'admins', prevAdmins: 1 })] }));
    feed.sendToAccount('ada', eventFrame('message:read', '{"seq":4}'));
    feed.release(ada.subscription, 3);
    expect([ada.subscription.isAdmin, ada.heard()]).toEqual([
      true,
      [
        ['message:pins', { room: 'kahve', seq: 4, prev_seq: 1, pins: [] }],
        ['message:read', { seq: 4 }],
      ],
    ]);
    flush();
    expect(ada.heard()).toEqual([]);
    feed.onItem(item(5));
    flush();
    expect(seqsOf(ada)).toEqual([5]);
  });

  it('keeps the newest eight events beside the log for a reader that is let in', () => {
    const { feed, reader } = scene();
    const [ada, bob] = [reader('ada'), reader('bob')];
    feed.hold(ada.subscription);
    for (let seq = 1; seq <= 10; seq += 1) feed.sendToAccount('ada', eventFrame('message:read', `{"seq":${seq}}`));
    feed.sendToAccount('bob', eventFrame('message:read', '{"seq":11}'));
    expect([seqsOf(bob), seqsOf(ada)]).toEqual([[11], []]);
    feed.release(ada.subscription, 0);
    expect(seqsOf(ada)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    feed.hold(ada.subscription);
    feed.release(ada.subscription, 0);
    expect(seqsOf(ada)).toEqual([]);
  });

  it('moves readers between the sides of members and admins, after what came before', () => {
    const { feed, reader, flush } = scene();
    const ada = reader('ada');
    feed.onItem(item(1));
    feed.onItem(
      item(2, {
        moves: [{ account: 'ada', role: 'admin', historyFrom: 0 }],
        announcements: [pins(2, { to: 'admins' })],
      }),
    );
    feed.onItem(item(3, { announcements: [pins(3, { to: 'admins' })] }));
    feed.onItem(item(4, { moves: [{ account: 'ada', role: 'member', historyFrom: 2 }] }));
    feed.onItem(item(5, { announcements: [pins(5, { about: 2 })] }));
    feed.onItem(item(6, { announcements: [pins(6, { to: 'admins' })] }));
    flush();
    expect(ada.heard().map((each) => [(each as [string])[0], (each as [string, { seq: number }])[1].seq])).toEqual([
      ['message:pins', 1],
      ['message:pins', 2],
      ['message:pins', 3],
      ['message:pins', 4],
      ['room:hidden', 5],
    ]);
  });

  it('ends with its room, for readers and members', () => {
    const { feed, reader, roomActivity, connections } = scene();
    const ada = reader('ada');
    const bob = wired('bob');
    connections.add(bob.connection);
    for (const account of ['ada', 'bob'])
      roomActivity.watch(account, { isAdmin: false, historyFrom: 0, since: 1, rev: 1 });
    const event = { type: 'room:deleted' } as Announcement['event'];
    feed.onItem(item(4, { announcements: [pins(4, { event })], toMembers: { type: 'room:gone' } }));
    expect([namesOf(ada), namesOf(bob)]).toEqual([['room:deleted', 'room:gone'], ['room:gone']]);
    expect([ada.subscription.isEnded, feed.isUnused, ada.connection.opened.size]).toEqual([true, true, 0]);
  });

  it('tells plain members of their permissions, after earlier events', () => {
    const { feed, reader, roomActivity, connections } = scene();
    const ada = reader('ada');
    const eda = wired('eda');
    connections.add(eda.connection);
    roomActivity.watch('ada', { isAdmin: false, historyFrom: 0, since: 1, rev: 1 });
    roomActivity.watch('eda', { isAdmin: true, historyFrom: 0, since: 1, rev: 1 });
    feed.onItem(item(4, { toMembers: { type: 'permissions:changed', permissions: ['x'] } }));
    const changed = ['permissions:changed', { room: 'kahve', my_role: 'member', my_permissions: ['x'] }];
    expect([ada.heard(), eda.heard()]).toEqual([[['message:pins', expect.anything()], changed], []]);
  });

  it('is recorded with the number of its readers, where an entry is', () => {
    const { feed, reader, flush, spans } = scene();
    feed.onItem(item(1, { trace: 'nobody reads' }));
    flush();
    reader('ada');
    feed.onItem(item(2));
    flush();
    expect(spans).toEqual([]);
    for (const seq of [3, 4]) feed.onItem(item(seq, { trace: `t${seq}` }));
    flush();
    expect(spans.splice(0)).toEqual([
      ['t3', 'meydan.sockets', 1],
      ['t3', 'ended'],
      ['t4', 'meydan.sockets', 1],
      ['t4', 'ended'],
    ]);
    feed.onItem(item(5));
    flush();
    expect(spans).toEqual([]);
  });
});

describe('departures', () => {
  const gone = (reason: string) => ['room:gone', { room: 'kahve', reason }];
  const leave = (account: string, reason: 'kicked' | 'left' | undefined) =>
    item(4, { announcements: [], moves: [{ account, role: null, historyFrom: 0, ...(reason && { reason }) }] });

  it('are told by the stream when their hint does not come, each account by itself', async () => {
    const { env, feed, reader } = scene();
    const [ada, bob] = [reader('ada'), reader('bob')];
    feed.onItem(leave('ada', 'kicked'));
    feed.onItem(leave('bob', undefined));
    await env.advance(1_999);
    expect([ada.heard(), bob.heard()]).toEqual([[], []]);
    await env.advance(1);
    expect([ada.heard(), bob.heard()]).toEqual([[gone('kicked')], [gone('left')]]);
  });
});

describe('activity of a room', () => {
  it('holds four changes of permissions for members that are being read', () => {
    const { roomActivity, connections } = scene();
    const ada = wired('ada');
    connections.add(ada.connection);
    roomActivity.awaitMembers(['ada']);
    for (let seq = 1; seq <= 6; seq += 1) roomActivity.sendToMembers(eventFrame('e', `{"seq":${seq}}`), 'plain');
    roomActivity.sendToMembers(eventFrame('all', '{"seq":7}'), 'all');
    roomActivity.membersRead(new Map([['ada', { isAdmin: false, historyFrom: 0, since: 1, rev: 1 }]]));
    expect(seqsOf(ada)).toEqual([7, 3, 4, 5, 6]);
    expect([roomActivity.revOf('ada'), roomActivity.revOf('bob')]).toEqual([1, 0]);
  });

  it('that waits does not mention those who came after the mention', async () => {
    const { env, roomActivity, connections } = scene();
    const [bob, cem] = [wired('bob'), wired('cem')];
    for (const { connection } of [bob, cem]) connections.add(connection);
    roomActivity.watch('bob', { isAdmin: false, historyFrom: 0, since: 1, rev: 1 });
    roomActivity.happened(item(10), activity);
    roomActivity.happened(item(11), { ...activity, mentionsAll: true });
    roomActivity.moved({ account: 'cem', role: 'member', historyFrom: 0 }, 12);
    roomActivity.happened(item(13), activity);
    await env.advance(1_000);
    const mentionOf = ({ heard }: Wired) =>
      heard().map((each) => (each as [string, { seq: number; mention: boolean }])[1]);
    expect(mentionOf(bob).map(({ seq, mention }) => [seq, mention])).toEqual([
      [10, false],
      [13, true],
    ]);
    expect(mentionOf(cem).map(({ seq, mention }) => [seq, mention])).toEqual([[13, false]]);
  });
});
