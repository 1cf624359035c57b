/** The list of rooms: a room that nobody has in memory is answered for from the store, as the room itself answers. */
import type { ListRow } from '#actors/room/commands.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { logId } from '#src/store/collections.js';
import { ada, bob, cem, eda, everybody, RoomFixture, registerNames } from '../support/rooms/room-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { Barrier, FaultyStore } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { seededRandom } from '../support/time/seeded-random.js';

const ROUNDS = 4;
const STEPS = 40;

type Step = (fixture: RoomFixture, pick: <T>(from: readonly T[]) => T) => Promise<unknown>;

/** Some are refused; all may be. */
const steps: Step[] = [
  (room, pick) =>
    room.ask(pick([ada, bob, cem]), {
      type: 'send_message',
      draft: {
        body: pick(['selam', '@all bakın', '@cem geldin mi']),
        clientId: null,
        replyTo: null,
        discussionOf: null,
      },
    }),
  async (room, pick) => room.ask(ada, { type: 'delete_message', messageId: pick(await idsIn(room)) }),
  async (room, pick) =>
    room.ask(pick([ada, bob]), {
      type: 'pin_message',
      messageId: pick(await idsIn(room)),
      pinned: pick([true, false]),
    }),
  async (room, pick) => room.ask(pick(everybody), { type: 'mark_read', messageId: pick(await idsIn(room)) }),
  async (room, pick) =>
    room.ask(pick([ada, bob, cem]), { type: 'edit_message', messageId: pick(await idsIn(room)), body: 'başka' }),
  async (room, pick) =>
    room.ask(bob, { type: 'react', messageId: pick(await idsIn(room)), emoji: '👍', on: pick([true, false]) }),
  (room, pick) =>
    room.ask(pick(everybody), {
      type: 'set_flag',
      flag: pick(['archived', 'muted', 'pinned'] as const),
      on: pick([true, false]),
    }),
  (room, pick) => room.ask(pick([ada, bob, cem]), { type: 'mark_unread', from: pick([0, 1, 3]) }),
  (room, pick) => room.ask(ada, { type: 'kick_member', account: pick([cem, eda]).accountId }),
  (room, pick) => room.ask(pick([cem, eda]), { type: 'join_room' }),
  (room) => room.ask(eda, { type: 'leave_room' }),
];

async function idsIn(room: RoomFixture): Promise<string[]> {
  const { messages } = await room.ok(ada, { type: 'list_messages', limit: 20 });
  return messages.length === 0 ? ['nothing'] : messages.map(({ row }) => row.id);
}

/** What a version writes beside the head: this one, an earlier one with what it has found there, one that found nothing. */
const listedBy = (id: string) => [undefined, { seq: 1, ids: [logId(id, 2)], deletedFloor: 0 }, null];

const rowFor = (room: RoomFixture, by: Caller): Promise<ListRow | null> => room.ok(by, { type: 'view_list_row' });

describeOnBothEngines('the list of rooms', (openStore) => {
  it('shows a room that is in no memory as the room shows it, and loads it for nobody', async () => {
    const store = await openStore();
    await registerNames(store);
    const random = seededRandom(20_261_125);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const room = await new RoomFixture(store).found({ historyForNewMembers: false }, [bob, cem, eda]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let step = 0; step < STEPS; step += 1) await pick(steps)(room, pick);
      await room.restart();
      const listed: ListRow[][] = [];
      for (const by of everybody) listed.push(await room.node.roomList(by));
      expect(room.node.system.activeCount).toBe(0);
      for (const [at, by] of everybody.entries()) {
        const own = await rowFor(room, by);
        expect(listed[at]).toEqual(own ? [own] : []);
      }
    }
    await room.stop();
    expect(await room.problems()).toEqual([]);
  });

  it('counts unread rows without those that were deleted, however many and in whatever version', async () => {
    const store = await openStore();
    await registerNames(store);
    const room = await new RoomFixture(store).found({}, [bob]);
    const said: string[] = [];
    for (let nth = 0; nth < 8; nth += 1) said.push((await room.say(ada, `söz ${nth}`)).id);
    const { id: pinned } = await room.say(ada, 'iğneli');
    await room.ok(ada, { type: 'pin_message', messageId: pinned, pinned: true });
    for (const [at, messageId] of said.entries()) {
      await room.ok(ada, { type: 'delete_message', messageId });
      if (at !== 3 && at !== 7) continue;
      for (const listed of listedBy(room.id)) {
        await room.restart();
        if (listed !== undefined) await store.write([{ op: 'set', in: 'rooms', id: room.id, set: { listed } }]);
        const [row] = await room.node.roomList(bob);
        expect(room.node.system.activeCount).toBe(0);
        expect(row).toMatchObject({ unread: 9 - at, lastMessage: { row: { id: pinned } } });
        expect(row).toEqual(await rowFor(room, bob));
      }
    }
    await room.stop();
  });

  it('shows what was said before the owner was gone without a checkpoint', async () => {
    const store = await openStore();
    await registerNames(store);
    const room = await new RoomFixture(store).found({}, [bob]);
    await room.restart();
    const { id } = await room.say(ada, 'son söz');
    room.abandon();
    const [row] = await room.node.roomList(bob);
    expect(row).toMatchObject({ unread: 1, lastMessage: { row: { id, body: 'son söz' } } });
    expect(row).toEqual(await rowFor(room, bob));
    await room.stop();
  });

  it('shows nothing of a room to somebody who was removed while it was read', async () => {
    const store = await openStore();
    await registerNames(store);
    const room = await new RoomFixture(store).found({}, [bob]);
    await room.restart();
    const slow = new FaultyStore(store);
    const reading = new RoomFixture(slow, {}, room.id);
    const barrier = new Barrier();
    slow.fault = barrier.at((call) => call.op === 'getMany' && call.from === 'rooms', 'after');
    const listed = reading.node.roomList(bob);
    await poll(() => barrier.arrived === 1, { until: 'the head is read' });
    await room.ok(ada, { type: 'kick_member', account: bob.accountId });
    await room.say(ada, 'bob gitti');
    await room.restart();
    barrier.open();
    expect(await listed).toEqual([]);
    await room.stop();
    await reading.stop();
  });

  it.each([
    { deleted: 0, read: 'getMany' as const, what: 'the rows that the head names' },
    { deleted: 6, read: 'range' as const, what: 'further deleted rows' },
  ])('shows a room as it was before or after a deletion that came before $what were read', async (given) => {
    const store = await openStore();
    await registerNames(store);
    const room = await new RoomFixture(store).found({}, [bob]);
    for (let nth = 0; nth < given.deleted; nth += 1) {
      await room.ok(ada, { type: 'delete_message', messageId: (await room.say(ada, 'silinecek')).id });
    }
    await room.say(ada, 'bir');
    const { id } = await room.say(ada, 'iki');
    await room.restart();
    const before = await room.node.roomList(bob);
    const slow = new FaultyStore(store);
    const reading = new RoomFixture(slow, {}, room.id);
    const barrier = new Barrier();
    slow.fault = barrier.at((call) => call.op === given.read && call.from === 'log', 'before');
    const listed = reading.node.roomList(bob);
    await poll(() => barrier.arrived === 1, { until: 'the rows of the room are asked for' });
    await room.ok(ada, { type: 'delete_message', messageId: id });
    await room.restart();
    slow.fault = () => undefined;
    barrier.open();
    const after = await room.node.roomList(bob);
    expect(before).toMatchObject([{ unread: 2, lastMessage: { row: { body: 'iki' } } }]);
    expect(after).toMatchObject([{ unread: 1, lastMessage: { row: { body: 'bir' } } }]);
    expect([before, after]).toContainEqual(await listed);
    await room.stop();
    await reading.stop();
  });
});
