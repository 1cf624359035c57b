/** Networks that lose one direction, servers that stand still, clocks that are set. They are left to the soak, but for one. */
import type { NodeProcess } from '../../support/processes/cluster-processes.js';
import type { TcpProxy, Way } from '../../support/servers/proxy.js';
import { poll } from '../../support/time/poll.js';
import { pause } from './balancer.js';
import { type Nemesis, whileStopped } from './faults.js';
import type { Life } from './life.js';

const NODE_LOSS_MS = 10_000;
/** After a server of MongoDB goes on, for finding the primary and for what waited. */
const AFTER_FREEZE_MS = 5_000;
const PRIMARY_LOSS_MS = 12_000;
const FREEZE_MS = 14_000;
const LONG_FREEZE_MS = 60_000;
const CUT_MS = 8_000;
const SET_BY_MINUTES = [10, -10, 20, -20, 0];
/** Nobody has to notice. */
const SET_CLOCK_MS = 2_000;
const MINUTE_MS = 60_000;

/** Nobody waits for rooms to be writable meanwhile: those of this node may not be, for a while. */
async function lose(what: Way, proxies: readonly TcpProxy[], ms: number): Promise<void> {
  for (const proxy of proxies) proxy.silence(what);
  await pause(ms);
  for (const proxy of proxies) proxy.mend();
}

const ofRedis =
  (what: Way) =>
  async (life: Life, { redis }: NodeProcess): Promise<void> => {
    redis.silence(what);
    // Longer than two leases: the others have its rooms by then, although it may still reach the lease table.
    await pause(life.leaseMs * 2.5);
    await life.writable();
    redis.mend();
  };

const ofMongo =
  (what: Way) =>
  (_: Life, { mongo }: NodeProcess): Promise<void> =>
    lose(what, mongo, CUT_MS);

async function frozen({ cluster: { mongo } }: Life, ports: number[], ms: number): Promise<void> {
  for (const port of ports) mongo.freeze(port);
  await pause(ms);
  for (const port of ports) mongo.thaw(port);
}

/** An answer over HTTP names the time of the node, which it looks at once a second. */
async function clockIsSet(url: string, setByMs: number): Promise<void> {
  const isSet = async () => {
    const { headers } = await fetch(`${url}/api/health`);
    return Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - setByMs) < MINUTE_MS;
  };
  await poll(isSet, { until: `the clock of ${url} is set by ${setByMs} ms`, withinMs: 10_000 });
}

export const moreNemeses: Nemesis[] = [
  {
    name: 'answers of Redis do not reach a node',
    run: ofRedis('answers'),
    pauseMaxMs: (life) => 2 * life.leaseMs + NODE_LOSS_MS,
  },
  {
    name: 'requests of a node do not reach Redis',
    isOfSoak: true,
    run: ofRedis('requests'),
    pauseMaxMs: (life) => life.leaseMs + NODE_LOSS_MS,
  },
  {
    name: 'answers of MongoDB do not reach a node',
    isOfSoak: true,
    run: ofMongo('answers'),
    pauseMaxMs: () => CUT_MS + NODE_LOSS_MS,
  },
  {
    name: 'requests of a node do not reach MongoDB',
    isOfSoak: true,
    run: ofMongo('requests'),
    pauseMaxMs: () => CUT_MS + NODE_LOSS_MS,
  },
  {
    name: 'the MongoDB primary frozen, then continued',
    run: async (life) => frozen(life, [await life.cluster.mongo.primary()], FREEZE_MS),
    // The others are a majority: nobody waits for it.
    pauseMaxMs: () => PRIMARY_LOSS_MS,
  },
  {
    name: 'both MongoDB secondaries frozen, then continued',
    isOfSoak: true,
    async run(life) {
      const { mongo } = life.cluster;
      const primary = await mongo.primary();
      await frozen(
        life,
        mongo.ports.filter((port) => port !== primary),
        FREEZE_MS,
      );
    },
    pauseMaxMs: () => FREEZE_MS + AFTER_FREEZE_MS,
  },
  {
    name: 'a node frozen for a minute, then continued',
    isOfSoak: true,
    async run(life, node) {
      await whileStopped(node, async () => {
        await pause(LONG_FREEZE_MS);
        await life.writable();
      });
    },
    pauseMaxMs: () => NODE_LOSS_MS,
  },
  {
    name: 'the wall clock of a node set forward and back',
    isOfSoak: true,
    isOfMachine: true,
    async run(life, { machine, server }) {
      for (const minutes of SET_BY_MINUTES) {
        machine?.set('clockMs', minutes * MINUTE_MS);
        await clockIsSet(server.url, minutes * MINUTE_MS);
        // A lease is taken and extended meanwhile.
        await pause(life.leaseMs);
        await life.writable();
      }
    },
    pauseMaxMs: () => SET_CLOCK_MS,
  },
];
