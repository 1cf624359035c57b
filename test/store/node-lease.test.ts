import { acquireNodeLease, type NodeLease } from '#src/store/mongo/node-lease.js';
import { type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import { describeOnBothEngines, type OpenStore } from '../support/store/engines.js';
import { FaultyStore, type StoreCall } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

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
      await acquire('one', 1_000);
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
      const starts = Array.from({ length: 20 }, (_, at) => acquire(`node${at}`, 1_000));
      const outcomes = await Promise.allSettled(starts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }),
  );

  it(
    'is waited for when its holder is dead, and taken over once it has expired',
    onStore(openStore, async (store) => {
      await abandoned(store, 700);
      const { until } = (await store.get<{ _id: string; until: number }>('meta', 'node-lease')) as { until: number };
      const waits: string[] = [];
      const onWaiting = (holder: string) => waits.push(holder);
      const lease = await acquireNodeLease(store, { nodeId: 'two', token: 'two', onLost: () => undefined, onWaiting });
      expect(await store.now()).toBeGreaterThanOrEqual(until);
      expect(waits).toEqual(['node gone']);
      expect(lease.isTrusted()).toBe(true);
      expect(await store.get('meta', 'node-lease')).toMatchObject({ token: 'two' });
      await lease.release();
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

  it('is not trusted while the store is out of reach, which is no loss', async () => {
    const store = await openStore();
    const losses: string[] = [];
    const onLost = (why: string) => losses.push(why);
    const lease = await acquireNodeLease(store, { nodeId: 'node one', token: 'one', leaseMs: 300, onLost });
    expect(lease.isTrusted()).toBe(true);
    await store.close();
    await poll(() => !lease.isTrusted(), { until: 'the lease may have ended' });
    expect(losses).toEqual([]);
    // It expires by itself: a stop does not fail because of it.
    await lease.release();
  });

  it(
    'is not shortened by a renewal that reaches the store after a later one',
    onStore(openStore, async (store) => {
      const virtual = new VirtualEnv();
      const faulty = new FaultyStore(store);
      let heldBack: StoreCall | null = null;
      const setting = { nodeId: 'one', token: 'one', leaseMs: 9_000, onLost: () => undefined, clock: virtual };
      const lease = await acquireNodeLease(faulty, setting);
      faulty.fault = (call, phase) => {
        if (call.op !== 'write' || phase !== 'before' || heldBack) return;
        heldBack = call;
        throw new StoreUnavailable('no answer in time');
      };
      const untilOf = async () => (await store.get<{ _id: string; until: number }>('meta', 'node-lease'))?.until ?? 0;
      const before = await untilOf();
      await virtual.advance(3_000);
      await poll(() => heldBack !== null, { until: 'the first renewal is under way' });
      await poll(
        async () => {
          await virtual.advance(1_000);
          return (await untilOf()) > before;
        },
        { until: 'the lease is renewed' },
      );
      const renewed = await untilOf();
      const late = heldBack as unknown as { writes: [Extract<Write, { op: 'set' }>] };
      const [write] = late.writes;
      await store.write([{ ...write, set: { ...write.set, until: before } }]);
      expect(await untilOf()).toBe(renewed);
      await lease.release();
    }),
  );

  it(
    'is kept by a renewal that the driver has sent twice, and trusted for less than it lasts',
    onStore(openStore, async (store) => {
      const virtual = new VirtualEnv();
      const losses: string[] = [];
      const faulty = new FaultyStore(store);
      const onLost = (why: string) => losses.push(why);
      const setting = { nodeId: 'one', token: 'one', leaseMs: 9_000, onLost, clock: virtual };
      const lease = await acquireNodeLease(faulty, setting);
      let repeated = 0;
      faulty.fault = async (call, phase) => {
        if (call.op !== 'write' || phase !== 'before' || call.writes[0]?.op !== 'set') return;
        repeated += 1;
        await store.write(call.writes);
      };
      await virtual.advance(3_000);
      await poll(() => faulty.calls.some(({ op }) => op === 'get') && repeated > 0, { until: 'it was sent twice' });
      await poll(
        async () => {
          await virtual.advance(500);
          return repeated > 1;
        },
        { until: 'it goes on to renew' },
      );
      expect(losses).toEqual([]);
      faulty.fault = () => {
        throw new StoreUnavailable('it is away');
      };
      await virtual.advance(9_000 * 0.95 + 1);
      expect(lease.isTrusted()).toBe(false);
      faulty.fault = () => undefined;
      await lease.release();
    }),
  );
});
