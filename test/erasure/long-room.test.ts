/** An erasure in a long room: what does not name the account is passed over, and costs no turns of the room. */
import { eraseFromRooms } from '#jobs/erase-rooms.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Scan, Scanned } from '#src/store/store.js';
import { callerNamed, RoomNode } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { FaultyStore } from '../support/store/faulty-store.js';

/** `npm run test:soak -- long-erasures` takes 300 000. */
const ROWS = Number(process.env.ERASURE_ROWS ?? 6_000);
const OWN_ROWS = 250;
const ROWS_A_TURN = 100;
const READ_A_TURN = 25_000;
/** One for each of the two passes over what is left, and for the departure before it. */
const PASSES = 2;
/** Turns over the documents that are not rows: one for each collection with something in it, and the head. */
const OTHERS = 12;
/** A page with more than a turn rewrites is looked through again. */
const SEEN_AGAIN = 3;

/** A turn with changes loads the room anew. */
const RANGES_A_LOAD = 2;

/** Counts the rows that scans answer. */
class CountingStore extends FaultyStore {
  seen = 0;
  atOnce = 0;
  #underWay = 0;

  override async scan<T extends Doc>(from: CollectionName, scan: Scan): Promise<Scanned<T>> {
    this.#underWay += 1;
    this.atOnce = Math.max(this.atOnce, this.#underWay);
    const scanned = await super.scan<T>(from, scan).finally(() => {
      this.#underWay -= 1;
    });
    if (from === 'log') this.seen += scanned.docs.length;
    return scanned;
  }
}

describeOnBothEngines('the erasure of a member of a long room', (openStore) => {
  it('takes turns for what names the account, and neither turns nor reads for the rest', async () => {
    const store = new CountingStore(await openStore());
    const room = new RoomNode(store);
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
    store.calls.length = 0;
    const startedAt = performance.now();
    const left = await eraseFromRooms({ rooms: counting, users, reader: room.store }, bob, false);
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stderr.write(
      `${ROWS} rows: erased within ${seconds.toFixed(1)} s, ${turns} turns, ${store.seen} rows seen\n`,
    );
    expect(left).toBe(0);
    expect(store.atOnce).toBe(3);
    expect(turns).toBeLessThan(PASSES * (OWN_ROWS / ROWS_A_TURN + ROWS / READ_A_TURN + OTHERS));
    expect(store.seen).toBeGreaterThanOrEqual(OWN_ROWS);
    expect(store.seen).toBeLessThanOrEqual(SEEN_AGAIN * OWN_ROWS);
    const ranges = store.calls.filter((call) => call.op === 'range' && call.from === 'log').length;
    expect(ranges).toBeLessThan(RANGES_A_LOAD * (OWN_ROWS / ROWS_A_TURN + OTHERS + ROWS / READ_A_TURN));
    const docs = await room.store.range('log', { index: '_id', gt: `${room.id}:`, lt: `${room.id};`, limit: 10_000 });
    expect(JSON.stringify(docs)).not.toContain(bob);
    await room.node.system.stop();
    expect(await room.problems()).toEqual([]);
  }, 900_000);
});
