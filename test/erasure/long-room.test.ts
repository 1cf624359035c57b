/** An erasure in a long room: what does not name the account costs reads, and no turns of the room. */
import { eraseFromRooms } from '#jobs/erase-rooms.js';
import { callerNamed, RoomNode } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';

/** `npm run test:soak -- long-erasures` takes 300 000. */
const ROWS = Number(process.env.ERASURE_ROWS ?? 6_000);
const OWN_ROWS = 250;
const ROWS_A_TURN = 100;
const READ_A_TURN = 5_000;
/** One for each of the two passes over what is left, and for the departure before it. */
const PASSES = 2;
/** Turns over the documents that are not rows: one for each collection with something in it, and the head. */
const OTHERS = 12;

describeOnBothEngines('the erasure of a member of a long room', (openStore) => {
  it('takes turns for what names the account, and none for the rest', async () => {
    const room = new RoomNode(await openStore());
    await room.create('ada', { eventsVisibility: 'none' });
    await room.join('bob');
    const bob = callerNamed('bob').accountId;
    await room.sayMany('ada', ROWS / 2, () => 'bir şey');
    await room.sayMany('bob', OWN_ROWS, () => 'benden');
    await room.sayMany('ada', ROWS / 2, () => 'bir şey daha');
    await room.store.write([{ op: 'del', in: 'accounts', id: bob }]);
    const { rooms, users } = room.node;
    let turns = 0;
    const counting: Pick<typeof rooms, 'tryAsk'> = {
      tryAsk(id, command) {
        turns += 1;
        return rooms.tryAsk(id, command);
      },
    };
    const startedAt = performance.now();
    const left = await eraseFromRooms({ rooms: counting, users, reader: room.store }, bob, false);
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stderr.write(`${ROWS} rows: erased within ${seconds.toFixed(1)} s, ${turns} turns\n`);
    expect(left).toBe(0);
    expect(turns).toBeLessThan(PASSES * (OWN_ROWS / ROWS_A_TURN + ROWS / READ_A_TURN + OTHERS));
    const docs = await room.store.range('log', { index: '_id', gt: `${room.id}:`, lt: `${room.id};`, limit: 10_000 });
    expect(JSON.stringify(docs)).not.toContain(bob);
    await room.node.system.stop();
    expect(await room.problems()).toEqual([]);
  }, 900_000);
});
