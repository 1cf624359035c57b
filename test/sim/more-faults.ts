/** Troubles of the store, of Redis and of a single node that take more than a word to bring. */
import type { FaultKind } from './plan.js';
import type { SimNode } from './sim-node.js';
import type { SeededRandom } from './time/seeded-random.js';
import type { World } from './world.js';

interface Strike {
  world: World;
  chance: SeededRandom;
  /** Whom it strikes. */
  node: SimNode;
  ms: number;
}

interface Struck {
  what: string;
  /** How it is over, after its time. */
  end?: () => void;
}

/** A process that was frozen for longer than a lease, and one that was frozen for a moment. */
const FROZEN_MS = [0, 3_000, 7_000, 11_000];
const REDIS_JUMPS_MS = [-3_600_000, -20_000, -3_000, 3_000, 20_000, 3_600_000];

const strikes: Partial<Record<FaultKind, (strike: Strike, whole: number) => Struck>> = {
  'repeated writes': ({ world: { weather, nodes }, chance }, whole) => ({
    what: `writes are carried out twice for ${whole} ms`,
    end: weather.troubleStore(
      nodes.map(({ name }) => name),
      { repeated: chance.between(0.1, 0.7) },
    ),
  }),
  'one way cut': ({ world: { weather }, chance, node }, whole) => {
    const way = chance.pick(['to redis', 'from redis'] as const);
    return { what: `nothing goes ${way} at ${node.name} for ${whole} ms`, end: weather.cutOneWay(node.name, way) };
  },
  'redis clock': ({ world: { leases, history, schedule }, chance }) => {
    const by = chance.pick(REDIS_JUMPS_MS);
    if (by > 0) history.tableSetAt.push(schedule.now);
    leases.setClockBy(by);
    return { what: `the clock of redis is set by ${by} ms` };
  },
  'redis restored': ({ world: { leases } }, whole) => ({
    what: `redis will be restored as it is now, in ${whole} ms`,
    end: leases.backUp(),
  }),
  replacement: ({ chance, node, ms }, whole) => {
    const frozenMs = chance.pick(FROZEN_MS);
    node.life?.pause(frozenMs);
    node.replace(ms);
    return { what: `${node.name} stands still for ${frozenMs} ms, is replaced, and killed after ${whole} ms` };
  },
  'store away': ({ world: { weather }, node }, whole) => ({
    what: `the store is out of reach for ${whole} ms`,
    end: weather.troubleStore([node.name], { refused: 1 }),
  }),
  'full disk': ({ world: { weather }, chance }, whole) => ({
    what: `the disk is full for ${whole} ms`,
    end: weather.troubleDisk({ full: chance.pick([0.05, 0.5, 1]) }),
  }),
  'failed fsync': ({ world: { weather }, chance }, whole) => ({
    what: `nothing is made durable for ${whole} ms`,
    end: weather.troubleDisk({ sync: chance.pick([0.1, 0.5, 1]) }),
  }),
  'stalled disk': ({ world: { weather }, chance, node }, whole) => ({
    what: `the disk stalls for ${whole} ms`,
    end: weather.troubleStore([node.name], { hung: chance.between(0.01, 0.2), slow: 5 }),
  }),
};

export function strikeMore(kind: FaultKind, strike: Strike): Struck {
  const bring = strikes[kind];
  if (!bring) throw new TypeError(`no fault ${kind}`);
  return bring(strike, Math.round(strike.ms));
}
