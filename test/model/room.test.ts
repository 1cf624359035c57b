import { ada, RoomFixture, registerNames } from '../support/rooms/room-fixture.js';
import { fc } from '../support/seeds/fast-check.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { modelRuns } from './model-runs.js';
import { ReferenceRoom } from './reference-room.js';
import { operation, Walk } from './room-operations.js';

const settings = fc.record({
  eventsVisibility: fc.constantFrom('all' as const, 'admins' as const, 'none' as const),
  historyForNewMembers: fc.boolean(),
  messageTtlHours: fc.constantFrom(null, null, 1, 48),
});

describeOnBothEngines('a room and its reference', (openStore) => {
  it('agree on every reply, every page, every count and every cache, whatever people do', async () => {
    const store = await openStore();
    await registerNames(store);
    const life = fc.array(operation, { minLength: 5, maxLength: 60, size: 'max' });
    await fc.assert(
      fc.asyncProperty(settings, life, async (given, operations) => {
        const fixture = await new RoomFixture(store).found(given);
        const walk = new Walk(fixture, new ReferenceRoom(ada.accountId, given, () => fixture.env.now()));
        for (const who of [1, 2]) await walk.step({ op: 'join', who });
        for (const each of operations) await walk.step(each);
        await walk.finish();
      }),
      modelRuns(store.engine === 'mongo' ? 10 : 40),
    );
  }, 600_000);
});
