/** What the simulator found once, each at the place where it was mended. */
import { Coordinator } from '#actors/cluster/coordinator.js';
import { type StreamItem, StreamSubscription } from '#actors/cluster/streams/stream-subscription.js';
import { CommitLanes } from '#actors/runtime/commit-lanes.js';
import { TableUnavailable } from '#src/cluster/lease-table.js';
import { SLOTS } from '#src/domain/slots.js';
import { idOf, type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';
import { directTableChannel, LeaseData, VirtualLeaseTable } from './edges/virtual-lease-table.js';

describe('a node that begins', () => {
  it('does not beat before the table knows it, whatever others change meanwhile', async () => {
    const data = new LeaseData(6_000, () => 0);
    let letBegin = (): void => undefined;
    const slow = {
      ...directTableChannel,
      async carry<T>(step: () => T): Promise<T> {
        const isFirst = slow.asked === 0;
        slow.asked += 1;
        if (isFirst) await new Promise<void>((resolve) => (letBegin = resolve));
        return step();
      },
      asked: 0,
    };
    const nothing = async () => undefined;
    const coordinator = new Coordinator({
      name: 'a',
      table: new VirtualLeaseTable(data, slow),
      env: new VirtualEnv(),
      beatMs: 2_000,
      trustMs: 5_000,
      slots: { drain: nothing, evict: () => undefined, onTableChange: () => undefined },
      onError: () => undefined,
    });
    const { token } = coordinator;
    const starting = coordinator.start();
    data.begin({ name: 'b', token: 'another' }, []);
    await breath();
    expect(slow.asked).toBe(1);
    letBegin();
    await starting;
    expect(coordinator.token).toBe(token);
  });
});

describe('a node that lost its trust', () => {
  it('has its slots again when the table answers within the lease, though nothing has changed there', async () => {
    const env = new VirtualEnv();
    const data = new LeaseData(10_000, () => env.monotonic());
    data.open();
    let isDown = false;
    const way = {
      ...directTableChannel,
      async carry<T>(step: () => T): Promise<T> {
        if (isDown) throw new TableUnavailable('it is down');
        return step();
      },
    };
    const coordinator = new Coordinator({
      name: 'a',
      table: new VirtualLeaseTable(data, way),
      env,
      beatMs: 1_000,
      trustMs: 5_000,
      slots: { drain: async () => undefined, evict: () => undefined, onTableChange: () => undefined },
      onError: () => undefined,
    });
    await coordinator.start();
    expect(coordinator.heldSlots().length).toBe(SLOTS);
    isDown = true;
    await env.advance(5_500);
    expect(coordinator.heldSlots().length).toBe(0);
    isDown = false;
    await env.advance(2_000);
    expect(coordinator.heldSlots().length).toBe(SLOTS);
  });
});

describe('a node whose lease table is slow once', () => {
  it('is trusted all the while: it beats again in time', async () => {
    const env = new VirtualEnv();
    const data = new LeaseData(6_000, () => env.monotonic());
    data.open();
    let isSlow = false;
    let slow = 0;
    const way = {
      ...directTableChannel,
      async carry<T>(step: () => T): Promise<T> {
        if (!isSlow) return step();
        isSlow = false;
        slow += 1;
        await new Promise<void>((resolve) => env.after(1_500, resolve));
        throw new TableUnavailable('no answer in time');
      },
    };
    const coordinator = new Coordinator({
      name: 'a',
      table: new VirtualLeaseTable(data, way),
      env,
      beatMs: 2_000,
      trustMs: 5_000,
      slots: { drain: async () => undefined, evict: () => undefined, onTableChange: () => undefined },
      onError: () => undefined,
    });
    await coordinator.start();
    isSlow = true;
    for (let passed = 0; passed < 12_000; passed += 100) {
      expect(coordinator.holds(1)).toBe(true);
      await env.advance(100);
    }
    expect(slow).toBe(1);
  });
});

describe('a node that stops', () => {
  it.each([
    ['has lost its life in the table', (data: LeaseData, token: string) => data.end(token)],
    ['finds the table emptied', (data: LeaseData) => data.wipe()],
  ])('comes to an end: it %s', async (_, happens) => {
    const env = new VirtualEnv();
    const data = new LeaseData(10_000, () => env.monotonic());
    data.open();
    let emptied = 0;
    const coordinator = new Coordinator({
      name: 'a',
      table: new VirtualLeaseTable(data, directTableChannel),
      env,
      beatMs: 1_000,
      trustMs: 5_000,
      slots: {
        drain: async (slots) => void (emptied += slots.length),
        evict: () => undefined,
        onTableChange: () => undefined,
      },
      onError: () => undefined,
    });
    await coordinator.start();
    happens(data, coordinator.token);
    await env.until(coordinator.stop());
    expect(coordinator.heldSlots().length).toBe(0);
    expect(emptied).toBe(SLOTS);
  });
});

describe('a follower', () => {
  it('asks for what it missed when it hears only how far the actor is', () => {
    const follower = new StreamSubscription<StreamItem>('room');
    const heard: StreamItem[] = [];
    follower.add((item) => heard.push(item));
    follower.begin({ to: 'a', buffered: [] });
    follower.connected(4);
    expect(follower.take({ seq: 5, isPlace: true })).toBe(true);
    expect(follower.begin({ to: 'a', buffered: [] })).toBe(4);
    follower.take({ seq: 5 });
    expect([follower.connected(5), heard]).toEqual([false, [{ seq: 5 }]]);
  });
});

describe('what counts on other writes', () => {
  it('is written once those are durable, and not at all while they are not', async () => {
    const written: string[][] = [];
    let isDown = true;
    const store = {
      async write(writes: Write[]) {
        written.push(writes.map(idOf));
        if (isDown) throw new StoreUnavailable('it is down');
        return writes.map(() => true);
      },
    } as unknown as Store;
    const env = new VirtualEnv();
    const lanes = new CommitLanes({ store, env, crashPoint: () => undefined, metrics: undefined });
    const put = (id: string): Write => ({ op: 'put', in: 'members', doc: { _id: id } });
    const durable = new Promise<void>((resolve) => {
      const owner = { key: 'room:r', durable: () => resolve(), conflict: () => undefined, failed: () => undefined };
      lanes.submit(owner, { writes: [put('member')], after: [put('head')] }, 1);
    });
    await env.advance(100);
    await breath();
    await env.advance(100);
    expect(new Set(written.flat())).toEqual(new Set(['member']));
    isDown = false;
    await env.until(durable);
    expect(written.slice(-2)).toEqual([['member'], ['head']]);
  });
});
