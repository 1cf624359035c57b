import { acquireNodeLease, type NodeLease } from '#src/store/mongo/node-lease.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines, type OpenStore } from '../support/engines.js';
import { poll } from '../support/poll.js';

type Acquire = (token: string, leaseMs?: number, onLost?: (why: string) => void) => Promise<NodeLease>;

/** A test with a store; what it acquired is released before the store is closed. */
const onStore = (openStore: OpenStore, test: (store: Store, acquire: Acquire) => Promise<void>) => async () => {
  const store = await openStore();
  const held: NodeLease[] = [];
  const acquire: Acquire = async (token, leaseMs = 10_000, onLost = () => undefined) => {
    const lease = await acquireNodeLease(store, { nodeId: `node ${token}`, token, leaseMs, onLost });
    held.push(lease);
    return lease;
  };
  try {
    await test(store, acquire);
  } finally {
    for (const lease of held) await lease.release();
  }
};

/** What a killed node leaves: a lease that nobody renews. */
async function abandoned(store: Store, leftMs: number): Promise<void> {
  const until = (await store.now()) + leftMs;
  await store.write([{ op: 'put', in: 'meta', doc: { _id: 'node-lease', node: 'node gone', token: 'gone', until } }]);
}

describeOnBothEngines('the lease of the one node', (openStore) => {
  it(
    'keeps a second node out and names the first',
    onStore(openStore, async (_store, acquire) => {
      await acquire('one');
      await expect(acquire('two')).rejects.toMatchObject({
        name: 'StoreLocked',
        message: expect.stringContaining('node one'),
      });
    }),
  );

  it(
    'is free after a release',
    onStore(openStore, async (store, acquire) => {
      const lease = await acquire('one');
      await lease.release();
      await acquire('two');
      expect(await store.get('meta', 'node-lease')).toMatchObject({ token: 'two' });
    }),
  );

  it(
    'goes to exactly one of many that start at once',
    onStore(openStore, async (_store, acquire) => {
      const starts = Array.from({ length: 20 }, (_, at) => acquire(`node${at}`));
      const outcomes = await Promise.allSettled(starts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }),
  );

  it(
    'is taken over once it has expired, and not before',
    onStore(openStore, async (store, acquire) => {
      await abandoned(store, 60_000);
      await expect(acquire('two')).rejects.toMatchObject({ name: 'StoreLocked' });
      await abandoned(store, -1);
      await acquire('two');
      expect(await store.get('meta', 'node-lease')).toMatchObject({ token: 'two' });
    }),
  );

  it(
    'lives on as long as its node renews it',
    onStore(openStore, async (store, acquire) => {
      await acquire('one', 300);
      const first = await store.get<{ _id: string; until: number }>('meta', 'node-lease');
      const outlived = async () => (await store.now()) > (first?.until ?? 0) + 300;
      await poll(outlived, { until: 'two lease times are over' });
      await expect(acquire('two')).rejects.toMatchObject({ name: 'StoreLocked' });
    }),
  );

  it(
    'tells its node when another has taken it over',
    onStore(openStore, async (store, acquire) => {
      const losses: string[] = [];
      await acquire('one', 200, (why) => losses.push(why));
      await abandoned(store, 60_000);
      await poll(() => losses.length > 0, { until: 'the node hears of its loss' });
      expect(losses).toEqual(['another node has taken the lease over']);
    }),
  );

  it('tells its node when it can no longer renew it', async () => {
    const store = await openStore();
    const losses: string[] = [];
    const lease = await acquireNodeLease(store, {
      nodeId: 'node one',
      token: 'one',
      leaseMs: 300,
      onLost: (why) => losses.push(why),
    });
    await store.close();
    await poll(() => losses.length > 0, { until: 'the node hears of its loss' });
    expect(losses).toEqual(['the lease could not be renewed in time']);
    await expect(lease.release()).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});
