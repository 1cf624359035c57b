/** Copies of own data while the store carries out late what an earlier owner of the account, or an earlier try, wrote. */
import { defaultProfile } from '#src/domain/accounts/account.js';
import type { OwnExport } from '#src/domain/accounts/own-export.js';
import type { Store } from '#src/store/store.js';
import { ada, RoomFixture } from '../support/rooms/room-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { Barrier, FaultyStore, type StoreCall } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';

const { accountId } = ada;
const request = { type: 'request_export', language: 'tr' } as const;
const isRequest = (call: StoreCall): boolean =>
  call.op === 'transaction' && call.writes.some((write) => write.in === 'exports');

async function enterAccount(store: Store): Promise<void> {
  const about = { fingerprint: 'ada', developer: true, username: 'ada', birthDate: null, gender: null };
  const doc = { _id: accountId, version: 1, ...about, premium: false, createdAt: 0, profile: { ...defaultProfile } };
  await store.write([{ op: 'put', in: 'accounts', doc }]);
}

describeOnBothEngines('a copy of own data', (openStore) => {
  it('is made once, also where an earlier owner of the account asks late', async () => {
    const store = await openStore();
    await enterAccount(store);
    const slow = new FaultyStore(store);
    const barrier = new Barrier();
    slow.fault = barrier.at(isRequest);
    const [earlier, later] = [new RoomFixture(slow), new RoomFixture(store)];
    // Two processes do not throw the same dice.
    later.env.uuid();
    const late = earlier.node.users.ask(accountId, request);
    await poll(() => barrier.arrived === 1, { until: 'the earlier owner writes' });
    const { _id } = await later.node.users.ask(accountId, request);
    slow.fault = () => undefined;
    barrier.open();
    expect((await late)._id).toBe(_id);
    const all = await store.range<OwnExport>('exports', { index: 'byAccount', prefix: [accountId] });
    expect(all.map((each) => each._id)).toEqual([_id]);
    await Promise.all([earlier.stop(), later.stop()]);
  });

  it('is as its newest try left it, whatever an earlier one writes after that', async () => {
    const store = await openStore();
    await enterAccount(store);
    const room = new RoomFixture(store);
    const { users } = room.node;
    const { _id: id } = await users.ask(accountId, request);
    const seen = async () => {
      const found = await store.get<OwnExport>('exports', id);
      return [found?.status, found?.tries];
    };
    const begin = (tries: number) => users.ask(accountId, { type: 'begin_export', id, tries });
    const note = (tries: number, status: 'queued' | 'ready') =>
      users.ask(accountId, { type: 'note_export', id, tries, status, files: [], readyAt: null, dueAt: 1 });
    await begin(1);
    await note(1, 'queued');
    expect(await seen()).toEqual(['queued', 1]);
    await begin(2);
    await note(1, 'ready');
    expect(await seen()).toEqual(['working', 2]);
    await note(2, 'ready');
    await begin(2);
    expect(await seen()).toEqual(['ready', 2]);
    await room.stop();
  });
});
