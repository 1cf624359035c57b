import type { RoomItem } from '#actors/room/commands.js';
import { roomItemCodec } from '#actors/room/log/packed-item.js';
import type { EventsVisibility } from '#src/domain/rooms/room.js';
import { ada, bob, cem, eda, RoomFixture, registerNames } from '../../support/rooms/room-fixture.js';
import { describeOnEmbedded } from '../../support/store/engines.js';

const never = (): never => {
  throw new Error('nothing was said');
};

/** A life with everything in it that a room announces. */
async function liveThrough(fixture: RoomFixture): Promise<void> {
  const first = await fixture.say(bob, 'bir');
  await fixture.ok(eda, { type: 'join_room' });
  await fixture.ok(ada, { type: 'react', messageId: first.id, emoji: '👍', on: true });
  const second = await fixture.say(cem, 'iki @bob');
  await fixture.ok(bob, { type: 'edit_message', messageId: first.id, body: 'bir!' });
  await fixture.ok(eda, { type: 'leave_room' });
  await fixture.ok(ada, { type: 'delete_message', messageId: second.id });
  await fixture.ok(ada, { type: 'leave_room' });
  await fixture.say(bob, 'üç');
}

describeOnEmbedded('the stream of a room', (openStore) => {
  const start = async (eventsVisibility: EventsVisibility) => {
    const store = await openStore();
    await registerNames(store);
    const fixture = await new RoomFixture(store).found({ eventsVisibility }, [bob, cem]);
    const items: RoomItem[] = [];
    fixture.node.streams.watch(fixture.id, (item) => items.push(item));
    return { fixture, items };
  };

  it('has every entry, in order, without a hole', async () => {
    const { fixture, items } = await start('all');
    await liveThrough(fixture);
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => 4 + at));
    await fixture.stop();
  });

  it('goes to other nodes with each row once, and is the same there', async () => {
    const { fixture, items } = await start('all');
    await liveThrough(fixture);
    const text = (of: unknown) => JSON.stringify(of);
    for (const item of items) {
      const arrived = roomItemCodec.unpack(JSON.parse(text(roomItemCodec.pack(item))));
      expect(arrived).toEqual(JSON.parse(text(item)));
      // A node that does not pack is understood too.
      expect(roomItemCodec.unpack(item)).toBe(item);
    }
    const said = items.filter(({ announcements: [first] }) => first?.event.type === 'message:new');
    expect(said.length).toBeGreaterThan(2);
    for (const item of said) {
      const { id } = item.activity?.row?.row ?? never();
      const times = (of: unknown) => text(of).split(`"id":"${id}"`).length - 1;
      expect([times(item), times(roomItemCodec.pack(item))]).toEqual([3, 1]);
      expect(text(roomItemCodec.pack(item)).length).toBeLessThan(0.5 * text(item).length);
    }
    await fixture.stop();
  });

  it.each(['all', 'admins', 'none'] as const)(
    "is a chain on the members' and on the admins' channel, with events for %s",
    async (visibility) => {
      const { fixture, items } = await start(visibility);
      const { seq } = await fixture.ok(ada, { type: 'open_room', limit: 1 });
      await liveThrough(fixture);
      const told = items.flatMap(({ announcements }) => announcements);
      const chain = (onChannel: typeof told, prev: 'prevAll' | 'prevAdmins') => {
        const seqs = [...new Set(onChannel.map((each) => each.seq))];
        const prevs = [...new Map(onChannel.map((each) => [each.seq, each[prev]])).values()];
        // Entries before the first one heard may be on neither channel: the chain may begin before what was opened.
        expect(prevs.slice(1)).toEqual(seqs.slice(0, -1));
        expect(prevs[0]).toBeLessThanOrEqual(seq);
      };
      chain(
        told.filter(({ to }) => to === 'all'),
        'prevAll',
      );
      chain(told, 'prevAdmins');
      await fixture.stop();
    },
  );

  it.each(['all', 'admins', 'none'] as const)(
    'and a catch-up tell a member the same, with events for %s',
    async (visibility) => {
      const { fixture, items } = await start(visibility);
      const { seq } = await fixture.ok(cem, { type: 'open_room', limit: 1 });
      await liveThrough(fixture);
      const live = items.flatMap(({ announcements }) => announcements).filter(({ to }) => to === 'all');
      const caught = await fixture.ok(cem, { type: 'open_room', afterSeq: seq, limit: 200 });
      const changes = live.filter(({ event }) => event.type !== 'message:new');
      expect(caught.changes.map(({ seq: at, event }) => [at, event.type])).toEqual(
        changes.map(({ seq: at, event }) => [at, event.type]),
      );
      const rows = live.flatMap(({ event }) => (event.type === 'message:new' ? [event.message.row.seq] : []));
      expect(caught.messages.map(({ row }) => row.seq)).toEqual(rows);
      await fixture.stop();
    },
  );

  it('tells the admins of requests on their channel alone', async () => {
    const store = await openStore();
    const fixture = await new RoomFixture(store).found({ joinApproval: true });
    const items: RoomItem[] = [];
    fixture.node.streams.watch(fixture.id, (item) => items.push(item));
    await fixture.say(ada, 'bir');
    await fixture.ok(bob, { type: 'join_room' });
    await fixture.say(ada, 'iki');
    await fixture.ok(cem, { type: 'join_room' });
    await fixture.ok(eda, { type: 'join_room' });
    await fixture.say(ada, 'üç');
    const told = items.flatMap(({ announcements }) => announcements);
    expect(told.map(({ to, seq, prevAll, prevAdmins }) => [to, seq, prevAll, prevAdmins])).toEqual([
      ['all', 2, 1, 1],
      ['admins', 3, 2, 2],
      ['all', 4, 2, 3],
      ['admins', 5, 4, 4],
      ['admins', 6, 4, 5],
      ['all', 7, 4, 6],
    ]);
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('moves people between the channels at the entry that moved them', async () => {
    const { fixture, items } = await start('all');
    await liveThrough(fixture);
    const moves = items.flatMap(({ moves: all }) => all.map(({ account, role }) => `${account} ${role}`));
    expect(moves).toEqual(['account-eda member', 'account-eda null', 'account-ada null', 'account-bob founder']);
    await fixture.stop();
  });

  it('lets a reader catch up only within the view it has now', async () => {
    const { fixture } = await start('admins');
    const before = await fixture.ok(bob, { type: 'open_room', limit: 1 });
    await fixture.ok(ada, { type: 'leave_room' });
    const asAdmin = await fixture.ok(bob, { type: 'open_room', afterSeq: before.seq, limit: 50 });
    expect(asAdmin).toMatchObject({ reset: true, messages: [], changes: [] });
    const { seq } = asAdmin;
    expect(await fixture.ok(bob, { type: 'open_room', afterSeq: seq, limit: 50 })).toMatchObject({ reset: false });
    expect(await fixture.ok(bob, { type: 'open_room', afterSeq: seq + 1, limit: 50 })).toMatchObject({ reset: true });
    expect(await fixture.ok(bob, { type: 'open_room', id: 'başka', afterSeq: seq, limit: 50 })).toMatchObject({
      reset: true,
    });
    await fixture.stop();
  });

  it('is read exactly across long stretches without a row', async () => {
    const { fixture } = await start('all');
    const { id, seq } = await fixture.say(ada, 'tepki alacak');
    const reactions = Array.from({ length: 420 }, (_, n) => ({ emoji: `e${n % 5}`, on: Math.floor(n / 5) % 2 === 0 }));
    for (const by of [ada, bob, cem]) {
      await Promise.all(reactions.map((each) => fixture.ok(by, { type: 'react', messageId: id, ...each })));
    }
    const late = await fixture.say(bob, 'son');
    await fixture.restart();
    for (const limit of [1, 2]) {
      const older = await fixture.ok(cem, { type: 'list_messages', beforeSeq: late.seq, limit });
      expect(older.messages.map(({ row }) => row.seq)).toEqual(limit === 1 ? [seq] : [seq - 1, seq]);
      const newer = await fixture.ok(cem, { type: 'list_messages', afterSeq: seq, limit });
      expect([newer.messages.map(({ row }) => row.seq), newer.hasMore]).toEqual([[late.seq], false]);
    }
    expect(await fixture.ok(cem, { type: 'list_messages', beforeSeq: seq, limit: 2 })).toMatchObject({
      hasMore: false,
    });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('shows lists the last message with a joining, however much has happened since it was said', async () => {
    const { fixture } = await start('all');
    const last = await fixture.say(ada, 'son söz');
    const reactions = Array.from({ length: 90 }, (_, n) => ({ emoji: '👍', on: n % 2 === 0 }));
    for (const each of reactions) await fixture.ok(bob, { type: 'react', messageId: last.id, ...each });
    await fixture.restart();
    const shown: (number | undefined)[] = [];
    fixture.node.streams.watch(fixture.id, ({ activity }) => {
      if (activity) shown.push(activity.lastMessage?.row.seq);
    });
    await fixture.ok(eda, { type: 'join_room' });
    const { items } = await fixture.node.rooms.ask(fixture.id, { type: 'replay', after: last.seq - 1 });
    expect(shown).toEqual([last.seq]);
    expect(items.flatMap(({ activity }) => activity?.lastMessage?.row.seq ?? [])).toEqual([last.seq, last.seq]);
    await fixture.stop();
  });
});
