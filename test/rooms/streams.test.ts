import type { RoomItem } from '#actors/room/commands.js';
import type { EventsVisibility } from '#src/domain/room.js';
import { describeOnEmbedded } from '../support/engines.js';
import { ada, bob, cem, eda, RoomHouse, registerNames } from '../support/room-house.js';

/** A life with everything in it that a room announces. */
async function liveThrough(house: RoomHouse): Promise<void> {
  const first = await house.say(bob, 'bir');
  await house.ok(eda, { type: 'join_room' });
  await house.ok(ada, { type: 'react', messageId: first.id, emoji: '👍', on: true });
  const second = await house.say(cem, 'iki @bob');
  await house.ok(bob, { type: 'edit_message', messageId: first.id, body: 'bir!' });
  await house.ok(eda, { type: 'leave_room' });
  await house.ok(ada, { type: 'delete_message', messageId: second.id });
  await house.ok(ada, { type: 'leave_room' });
  await house.say(bob, 'üç');
}

describeOnEmbedded('the stream of a room', (openStore) => {
  const start = async (eventsVisibility: EventsVisibility) => {
    const store = await openStore();
    await registerNames(store);
    const house = await new RoomHouse(store).found({ eventsVisibility }, [bob, cem]);
    const items: RoomItem[] = [];
    house.node.streams.watch(house.id, (item) => items.push(item));
    return { house, items };
  };

  it('has every entry, in order, without a hole', async () => {
    const { house, items } = await start('all');
    await liveThrough(house);
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => 4 + at));
    await house.stop();
  });

  it.each(['all', 'admins', 'none'] as const)(
    "is a chain on the members' and on the admins' channel, with events for %s",
    async (visibility) => {
      const { house, items } = await start(visibility);
      const { seq } = await house.ok(ada, { type: 'open_room', limit: 1 });
      await liveThrough(house);
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
      await house.stop();
    },
  );

  it.each(['all', 'admins', 'none'] as const)(
    'and a catch-up tell a member the same, with events for %s',
    async (visibility) => {
      const { house, items } = await start(visibility);
      const { seq } = await house.ok(cem, { type: 'open_room', limit: 1 });
      await liveThrough(house);
      const live = items.flatMap(({ announcements }) => announcements).filter(({ to }) => to === 'all');
      const caught = await house.ok(cem, { type: 'open_room', afterSeq: seq, limit: 200 });
      const changes = live.filter(({ event }) => event.type !== 'message:new');
      expect(caught.changes.map(({ seq: at, event }) => [at, event.type])).toEqual(
        changes.map(({ seq: at, event }) => [at, event.type]),
      );
      const rows = live.flatMap(({ event }) => (event.type === 'message:new' ? [event.message.row.seq] : []));
      expect(caught.messages.map(({ row }) => row.seq)).toEqual(rows);
      await house.stop();
    },
  );

  it('tells the admins of requests on their channel alone', async () => {
    const store = await openStore();
    const house = await new RoomHouse(store).found({ joinApproval: true });
    const items: RoomItem[] = [];
    house.node.streams.watch(house.id, (item) => items.push(item));
    await house.say(ada, 'bir');
    await house.ok(bob, { type: 'join_room' });
    await house.say(ada, 'iki');
    await house.ok(cem, { type: 'join_room' });
    await house.ok(eda, { type: 'join_room' });
    await house.say(ada, 'üç');
    const told = items.flatMap(({ announcements }) => announcements);
    expect(told.map(({ to, seq, prevAll, prevAdmins }) => [to, seq, prevAll, prevAdmins])).toEqual([
      ['all', 2, 1, 1],
      ['admins', 3, 2, 2],
      ['all', 4, 2, 3],
      ['admins', 5, 4, 4],
      ['admins', 6, 4, 5],
      ['all', 7, 4, 6],
    ]);
    await house.stop();
    expect(await house.problems()).toEqual([]);
  });

  it('moves people between the channels at the entry that moved them', async () => {
    const { house, items } = await start('all');
    await liveThrough(house);
    const moves = items.flatMap(({ moves: all }) => all.map(({ account, role }) => `${account} ${role}`));
    expect(moves).toEqual(['account-eda member', 'account-eda null', 'account-ada null', 'account-bob founder']);
    await house.stop();
  });

  it('lets a reader catch up only within the view it has now', async () => {
    const { house } = await start('admins');
    const before = await house.ok(bob, { type: 'open_room', limit: 1 });
    await house.ok(ada, { type: 'leave_room' });
    const asAdmin = await house.ok(bob, { type: 'open_room', afterSeq: before.seq, limit: 50 });
    expect(asAdmin).toMatchObject({ reset: true, messages: [], changes: [] });
    const { seq } = asAdmin;
    expect(await house.ok(bob, { type: 'open_room', afterSeq: seq, limit: 50 })).toMatchObject({ reset: false });
    expect(await house.ok(bob, { type: 'open_room', afterSeq: seq + 1, limit: 50 })).toMatchObject({ reset: true });
    expect(await house.ok(bob, { type: 'open_room', id: 'başka', afterSeq: seq, limit: 50 })).toMatchObject({
      reset: true,
    });
    await house.stop();
  });

  it('is read exactly across long stretches without a row', async () => {
    const { house } = await start('all');
    const { id, seq } = await house.say(ada, 'tepki alacak');
    const reactions = Array.from({ length: 420 }, (_, n) => ({ emoji: `e${n % 5}`, on: Math.floor(n / 5) % 2 === 0 }));
    for (const by of [ada, bob, cem]) {
      await Promise.all(reactions.map((each) => house.ok(by, { type: 'react', messageId: id, ...each })));
    }
    const late = await house.say(bob, 'son');
    await house.restart();
    for (const limit of [1, 2]) {
      const older = await house.ok(cem, { type: 'list_messages', beforeSeq: late.seq, limit });
      expect(older.messages.map(({ row }) => row.seq)).toEqual(limit === 1 ? [seq] : [seq - 1, seq]);
      const newer = await house.ok(cem, { type: 'list_messages', afterSeq: seq, limit });
      expect([newer.messages.map(({ row }) => row.seq), newer.hasMore]).toEqual([[late.seq], false]);
    }
    expect(await house.ok(cem, { type: 'list_messages', beforeSeq: seq, limit: 2 })).toMatchObject({ hasMore: false });
    await house.stop();
    expect(await house.problems()).toEqual([]);
  });
});
