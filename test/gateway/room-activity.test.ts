import type { RoomItem } from '#actors/room/commands.js';
import type { Connection } from '#http/gateway/connection/connection.js';
import { Connections } from '#http/gateway/connection/connections.js';
import { RoomActivity } from '#http/gateway/rooms/room-activity.js';
import { eventFrame, packetsOf } from '#http/gateway/transport/frames.js';
import type { Row } from '#src/domain/messages/message.js';
import type { RowView } from '#src/domain/messages/views.js';
import { plainLinks } from '../support/clients/plain-links.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

interface Told {
  seq: number;
  mention: boolean;
  last_message: { body: string } | null;
}

function viewOf(seq: number, body: string): RowView {
  const empty = { mentions: [], hashtags: [], reactions: {}, attachment: null, sender: null, event: null };
  const row = { ...empty, id: `${seq}`, seq, body, kind: 'text', audience: 'all', openings: [] };
  return { row: row as unknown as Row, slug: 'kahve', expiresAt: null, pinned: false };
}

describe('activity of a room', () => {
  let env: VirtualEnv;
  let connections: Connections;
  let activity: RoomActivity;
  beforeEach(() => {
    env = new VirtualEnv();
    connections = new Connections();
    activity = new RoomActivity('room-1', 'kahve', connections, env, plainLinks);
  });

  function connect(accountId: string): Told[] {
    const heard: Told[] = [];
    const push = (frame: Buffer) => {
      for (const packet of packetsOf(frame)) heard.push(JSON.parse(packet.slice(1))[1]);
    };
    const caller = { accountId, sessionId: `${accountId}-phone` };
    connections.add({ caller, accountId, opened: new Map(), push } as unknown as Connection);
    return heard;
  }
  const member = (rev: number, historyFrom = 0) => ({ isAdmin: false, historyFrom, since: rev, rev });
  /** The room's row of this number is the newest one. */
  function say(seq: number, { mentions = [] as string[], mentionsAll = false } = {}): void {
    const view = viewOf(seq, `row ${seq}`);
    activity.happened({ seq } as RoomItem, { row: view, lastMessage: view, arrivals: [], mentions, mentionsAll });
  }
  const join = (account: string, seq: number, historyFrom = 0) =>
    activity.moved({ account, role: 'member', historyFrom }, seq);
  const leave = (account: string, seq: number) => activity.moved({ account, role: null, historyFrom: 0 }, seq);
  const seqs = (heard: Told[]) => heard.map(({ seq }) => seq);

  it('from before somebody joined is not told to them when it waited', async () => {
    const [bob, cem] = [connect('bob'), connect('cem')];
    activity.watch('bob', member(1));
    say(10);
    say(11, { mentionsAll: true });
    join('cem', 12);
    await env.advance(1_000);
    expect([seqs(bob), seqs(cem)]).toEqual([[10, 11], []]);
    await env.advance(1_000);
    say(13);
    expect(seqs(cem)).toEqual([13]);
    expect(cem[0]).toMatchObject({ mention: false });
  });

  it('that waits tells of a mention in any of its rows', async () => {
    const bob = connect('bob');
    activity.watch('bob', member(1));
    say(10);
    say(11, { mentions: ['bob'] });
    say(12);
    await env.advance(1_000);
    expect(bob.map(({ seq, mention }) => [seq, mention])).toEqual([
      [10, false],
      [12, true],
    ]);
  });

  it('of a time when somebody was out is not told when they are back', async () => {
    const [bob, cem] = [connect('bob'), connect('cem')];
    for (const account of ['bob', 'cem']) activity.watch(account, member(1));
    say(181);
    leave('cem', 182);
    say(193, { mentions: ['cem'] });
    join('cem', 194);
    await env.advance(1_000);
    expect([seqs(bob), seqs(cem)]).toEqual([[181, 193], [181]]);
    await env.advance(1_000);
    say(195);
    expect(cem.at(-1)).toMatchObject({ seq: 195, mention: false });
  });

  it('shows no row that its reader may not read', async () => {
    const [bob, cem] = [connect('bob'), connect('cem')];
    activity.watch('bob', member(1));
    join('cem', 12, 11);
    const view = viewOf(5, 'SECRET');
    activity.happened({ seq: 12 } as RoomItem, {
      row: view,
      lastMessage: view,
      arrivals: [],
      mentions: [],
      mentionsAll: false,
    });
    expect(bob[0]?.last_message?.body).toBe('SECRET');
    expect(cem[0]?.last_message).toBeNull();
    await env.advance(1_000);
    say(13);
    expect(cem[1]?.last_message?.body).toBe('row 13');
  });

  it('shows a new member rows as soon as their membership is read, however far the room is by then', async () => {
    const [bob, cem] = [connect('bob'), connect('cem')];
    activity.watch('bob', member(1));
    leave('cem', 9);
    activity.expect('cem', 20);
    say(20);
    await env.advance(1_000);
    say(21);
    expect(cem).toMatchObject([{ seq: 21, last_message: null }]);
    activity.watch('cem', member(9));
    activity.watch('cem', member(12));
    await env.advance(1_000);
    say(22);
    expect(cem[1]).toMatchObject({ seq: 22, last_message: { body: 'row 22' } });
    activity.expect('cem', 22);
    await env.advance(1_000);
    say(23);
    expect(cem[2]).toMatchObject({ seq: 23, last_message: { body: 'row 23' } });
    expect(seqs(bob)).toEqual([20, 21, 22, 23]);
  });

  it('goes by the newest of what is known of its readers', async () => {
    const [bob, cem] = [connect('bob'), connect('cem')];
    join('bob', 12, 11);
    // What the store said before that.
    activity.watch('bob', member(3));
    activity.watch('cem', member(3));
    leave('cem', 13);
    activity.watch('cem', member(3));
    say(14);
    expect([seqs(bob), seqs(cem)]).toEqual([[14], []]);
    activity.watch('cem', member(15));
    await env.advance(1_000);
    say(16);
    expect([seqs(bob), seqs(cem)]).toEqual([[14, 16], [16]]);
  });

  describe('of somebody to whom the room is about to be announced', () => {
    const arrives = (...arrivals: string[]) => {
      const view = viewOf(10, 'selam');
      const what = { row: view, lastMessage: view, arrivals, mentions: [], mentionsAll: false };
      activity.happened({ seq: 10 } as RoomItem, what);
    };

    it('waits for the announcement, and no activity means that none waited', async () => {
      const [ada, bob] = [connect('ada'), connect('bob')];
      for (const account of ['ada', 'bob']) activity.watch(account, member(1));
      arrives('bob');
      expect([seqs(ada), seqs(bob), activity.isSettled]).toEqual([[10], [], false]);
      expect([activity.announced('bob'), seqs(bob)]).toEqual([true, [10]]);
      expect([activity.announced('bob'), activity.announced('ada'), seqs(bob)]).toEqual([false, false, [10]]);
    });

    it('is sent after three seconds without one', async () => {
      const bob = connect('bob');
      activity.watch('bob', member(1));
      activity.awaitAnnouncement('bob');
      await env.advance(2_000);
      // It is awaited since then.
      activity.awaitAnnouncement('bob');
      say(11);
      await env.advance(999);
      expect(bob).toEqual([]);
      await env.advance(1);
      expect(seqs(bob)).toEqual([11]);
    });

    it('is kept when they arrive once more, and is no other activity that waits', async () => {
      const [ada, bob] = [connect('ada'), connect('bob')];
      for (const account of ['ada', 'bob']) activity.watch(account, member(1));
      arrives('bob');
      activity.awaitAnnouncement('bob');
      say(11);
      // Ada's second one waits for the end of its second.
      expect([activity.announced('ada'), seqs(ada)]).toEqual([false, [10]]);
      expect([activity.announced('bob'), seqs(bob)]).toEqual([true, [10]]);
    });

    it('who is not here is not waited for', () => {
      arrives('bob');
      expect(env.timers).toBe(1);
    });

    it('is sent once when it waits for the end of its second', async () => {
      const bob = connect('bob');
      activity.watch('bob', member(1));
      say(8);
      leave('bob', 9);
      join('bob', 10);
      arrives('bob');
      expect([activity.announced('bob'), seqs(bob)]).toEqual([true, [8]]);
      await env.advance(1_000);
      expect(seqs(bob)).toEqual([8, 10]);
    });

    it('who has left by then is not sent', async () => {
      const bob = connect('bob');
      activity.watch('bob', member(1));
      arrives('bob');
      leave('bob', 11);
      expect([activity.announced('bob'), bob]).toEqual([false, []]);
    });

    it('is on its way where memberships are still read, if there is any', () => {
      connect('bob');
      activity.awaitMembers(['bob']);
      expect(activity.announced('bob')).toBe(false);
      say(10);
      expect(activity.announced('bob')).toBe(true);
      activity.membersRead(new Map([['bob', member(1)]]));
      expect(activity.announced('bob')).toBe(false);
    });
  });

  it('waits for no membership that is known, and for nothing once all are read', () => {
    const bob = connect('bob');
    activity.watch('bob', member(1));
    activity.awaitMembers(['bob']);
    say(10);
    expect(seqs(bob)).toEqual([10]);
    const other = new RoomActivity('room-2', 'bahce', connections, env, plainLinks);
    other.awaitMembers(['bob']);
    expect(other.isSettled).toBe(false);
    other.membersRead(new Map([['bob', member(1)]]));
    expect([other.isSettled, seqs(bob)]).toEqual([true, [10]]);
  });

  it('remembers who left last, a hundred of them, against what the store said before', async () => {
    const [first, second] = [connect('first'), connect('second')];
    for (const account of ['first', 'second']) leave(account, 9);
    for (let at = 0; at < 99; at += 1) leave(`other-${at}`, 9);
    for (const account of ['first', 'second']) activity.watch(account, member(3));
    say(10);
    expect([seqs(first), seqs(second)]).toEqual([[10], []]);
  });

  it('is not all that members are told: a frame goes to all of them, or to those who are not admins', () => {
    const [ada, bob, cem] = [connect('ada'), connect('bob'), connect('cem')];
    activity.watch('ada', { ...member(1), isAdmin: true });
    activity.watch('bob', member(1));
    activity.awaitMembers(['cem']);
    const frameOf = (seq: number) => eventFrame('e', JSON.stringify({ seq }));
    activity.sendToMembers(frameOf(1), 'all');
    for (let seq = 2; seq < 8; seq += 1) activity.sendToMembers(frameOf(seq), 'plain');
    expect([seqs(ada), seqs(bob), seqs(cem)]).toEqual([[1], [1, 2, 3, 4, 5, 6, 7], [1]]);
    activity.membersRead(new Map([['cem', member(1)]]));
    expect(seqs(cem)).toEqual([1, 4, 5, 6, 7]);
    // What was said while nobody was being read is not repeated to who is read later.
    activity.sendToMembers(frameOf(8), 'plain');
    const eda = connect('eda');
    activity.awaitMembers(['eda']);
    activity.membersRead(new Map([['eda', member(1)]]));
    expect(seqs(eda)).toEqual([]);
  });

  it('for admins alone is told to them alone, whoever waits for what', async () => {
    const [ada, bob] = [connect('ada'), connect('bob')];
    activity.watch('ada', { ...member(1), isAdmin: true });
    activity.watch('bob', member(1));
    const view = viewOf(10, 'gizli');
    const forAdmins = { ...view, row: { ...view.row, audience: 'admins' } } as RowView;
    const sayToAdmins = (seq: number) =>
      activity.happened({ seq } as RoomItem, {
        row: forAdmins,
        lastMessage: forAdmins,
        arrivals: [],
        mentions: [],
        mentionsAll: false,
      });
    sayToAdmins(10);
    sayToAdmins(11);
    await env.advance(1_000);
    expect([seqs(ada), seqs(bob)]).toEqual([[10, 11], []]);
    activity.awaitMembers(['cem']);
    sayToAdmins(12);
    await env.advance(1_000);
    expect(seqs(ada)).toEqual([10, 11]);
    activity.membersRead(new Map([['cem', null]]));
    expect([seqs(ada), seqs(bob)]).toEqual([[10, 11, 12], []]);
  });
});
