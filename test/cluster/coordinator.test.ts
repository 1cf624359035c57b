/** Nodes that share the slots of one real Redis: they come, go, die, pause, and lose the table. */
import { Redis } from 'ioredis';
import { Coordinator } from '#actors/cluster/coordinator.js';
import { heaviest } from '#actors/cluster/slots.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { NameTaken, TableUnavailable } from '#src/cluster/lease-table.js';
import { RedisLeaseTable } from '#src/cluster/redis/redis-lease-table.js';
import { SLOTS } from '#src/domain/slots.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { poll } from '../support/time/poll.js';

const LEASE_MS = 1_500;

interface Node {
  coordinator: Coordinator;
  dropped: number[];
  emptied: number[];
  troubles: string[];
  /** What stands between its actors and being emptied; none where it is null. */
  busy: Promise<void> | null;
  /** Its beats do not get through any more. */
  cut(): void;
  heal(): void;
}

describeOnRedis('the slots of a cluster', (server) => {
  let runs = 0;
  let nodes: Node[] = [];
  const connections: Redis[] = [];
  let finish: () => void = () => undefined;

  beforeEach(() => {
    runs += 1;
    nodes = [];
  });
  afterEach(async () => {
    finish();
    await Promise.all(nodes.map(({ coordinator }) => coordinator.stop()));
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  const connect = () => {
    const redis = new Redis(server().url, { maxRetriesPerRequest: 1, retryStrategy: () => 20 });
    redis.on('error', () => undefined);
    connections.push(redis);
    return redis;
  };

  function make(name: string): Node {
    const parts = { redis: connect(), subscriber: connect(), prefix: `run-${runs}`, leaseMs: LEASE_MS };
    const table = new RedisLeaseTable({ ...parts, timeoutMs: 400 });
    const beat = table.beat.bind(table);
    const node: Node = {
      dropped: [],
      emptied: [],
      troubles: [],
      busy: null,
      cut: () => {
        table.beat = () => Promise.reject(new TableUnavailable('cut'));
      },
      heal: () => {
        table.beat = beat;
      },
      coordinator: new Coordinator({
        name,
        table,
        env: systemEnv,
        beatMs: LEASE_MS / 6,
        trustMs: (LEASE_MS * 5) / 6,
        slots: {
          drain: async (slots) => {
            await node.busy;
            node.emptied.push(...slots);
          },
          evict: (slots) => void node.dropped.push(...slots),
          onTableChange: () => undefined,
        },
        onError: (what) => void node.troubles.push(what),
      }),
    };
    return node;
  }

  async function join(name: string): Promise<Node> {
    const node = make(name);
    await node.coordinator.start();
    nodes.push(node);
    return node;
  }

  /** Its actors do not finish before `finish`. */
  function keepBusy(node: Node): void {
    node.busy = new Promise((resolve) => {
      finish = resolve;
    });
  }

  const held = (node: Node) =>
    Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) => node.coordinator.holds(slot));

  const shareOf = (name: string, names: string[]) =>
    Array.from({ length: SLOTS }, (_, slot) => heaviest(slot, names)).filter((taker) => taker === name).length;

  /** Every slot has exactly one holder; and never, at any look, two. */
  async function settled(...among: Node[]): Promise<number[]> {
    return poll(
      () => {
        const all = among.map(held);
        expect(new Set(all.flat()).size).toBe(all.flat().length);
        return all.flat().length === SLOTS && all.map((slots) => slots.length);
      },
      { until: 'every slot has a holder', withinMs: 8_000 },
    );
  }

  it('are all of the first node, after one lease in which older owners could have come back', async () => {
    const began = performance.now();
    expect(await settled(await join('a'))).toEqual([SLOTS]);
    expect(performance.now() - began).toBeGreaterThan(LEASE_MS * 0.8);
  });

  it('move to a node that joins, about its share and emptied before, and are never of two', async () => {
    const a = await join('a');
    await settled(a);
    const b = await join('b');
    await poll(() => settled(a, b).then(([, ofB = 0]) => ofB === shareOf('b', ['a', 'b'])), {
      until: 'b has its share',
    });
    await settled(a, b);
    expect(new Set(a.emptied)).toEqual(new Set(held(b)));
    expect(a.dropped).toEqual([]);
  });

  it('are handed to the others by a node that leaves, so that nobody waits for its lease', async () => {
    const [a, b, c] = [await join('a'), await join('b'), await join('c')];
    await settled(a, b, c);
    await poll(() => settled(a, b, c).then((counts) => Math.min(...counts) > SLOTS / 5), { until: 'all have a share' });
    const began = performance.now();
    await b.coordinator.stop();
    await settled(a, c);
    expect(performance.now() - began).toBeLessThan(LEASE_MS);
  });

  it('are kept by a node that beats on while actors of moving slots take longer to finish than a lease', async () => {
    const a = await join('a');
    await settled(a);
    keepBusy(a);
    const b = await join('b');
    await poll(() => held(a).some((slot) => !a.coordinator.takes(slot)), { until: 'a begins to hand over' });
    const began = performance.now();
    await poll(
      () => {
        expect([held(a).length, held(b).length, a.troubles]).toEqual([SLOTS, 0, []]);
        return performance.now() - began > LEASE_MS * 2;
      },
      { until: 'two leases have passed' },
    );
    finish();
    await poll(() => settled(a, b).then(([, ofB = 0]) => ofB === shareOf('b', ['a', 'b'])), {
      until: 'b has its share',
    });
    expect([a.dropped, b.dropped, a.troubles]).toEqual([[], [], []]);
  });

  it('are kept by a node that leaves for as long as it has something to finish', async () => {
    const [a, b] = [await join('a'), await join('b')];
    await settled(a, b);
    await poll(() => held(b).length === shareOf('b', ['a', 'b']), { until: 'b has its share' });
    keepBusy(a);
    const before = held(a);
    const leaving = a.coordinator.stop();
    const began = performance.now();
    await poll(
      () => {
        expect([held(a), a.troubles]).toEqual([before, []]);
        return performance.now() - began > LEASE_MS * 2;
      },
      { until: 'two leases have passed' },
    );
    finish();
    await leaving;
    expect([a.dropped, a.troubles]).toEqual([[], []]);
    await settled(b);
  });

  it('of a dead node are taken by the living once its lease has run out, and not before', async () => {
    const a = await join('a');
    await settled(a);
    const b = await join('b');
    await poll(() => held(b).length > SLOTS / 3, { until: 'b has a share' });
    const { token } = b.coordinator;
    b.cut();
    await poll(() => held(b).length === 0, { until: 'b trusts itself no more' });
    expect(held(a).length).toBeLessThan(SLOTS);
    await settled(a);
    b.heal();
    await poll(() => held(b).length > 0, { until: 'b is back' });
    expect(b.troubles).toContain('node lease lost');
    // Entries that its lost life wrote must not be taken for those of this one.
    expect(b.coordinator.token).not.toBe(token);
    expect(b.dropped.length).toBeGreaterThan(0);
  });

  it('come back to those who held them when Redis was emptied, and nobody loses memory', async () => {
    const [a, b] = [await join('a'), await join('b')];
    await settled(a, b);
    await poll(() => held(b).length === shareOf('b', ['a', 'b']), { until: 'b has its share' });
    const before = [held(a), held(b)];
    await connect().flushall();
    await poll(() => [a, b].every(({ troubles }) => troubles.some((what) => what.includes('slots registered again'))), {
      until: 'both have noticed',
    });
    await settled(a, b);
    expect([held(a), held(b)]).toEqual(before);
    expect([...a.dropped, ...b.dropped]).toEqual([]);
  });

  it('have no second holder of the same name', async () => {
    await join('a');
    await expect(join('a')).rejects.toThrow(NameTaken);
  });

  it('are trusted for less than a lease when the table does not answer', async () => {
    const a = await join('a');
    await settled(a);
    server().process.kill('SIGSTOP');
    try {
      await poll(() => held(a).length === 0, { until: 'trust has ended', withinMs: LEASE_MS + 100 });
      expect(a.dropped.length + held(a).length).toBeGreaterThanOrEqual(0);
    } finally {
      server().process.kill('SIGCONT');
    }
    await settled(a);
  });
});
