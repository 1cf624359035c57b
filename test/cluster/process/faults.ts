/** What is done to a cluster. Each leaves it whole; how long it took to be well again is measured by the caller. */
import type { NodeProcess } from '../../support/processes/cluster-processes.js';
import { pause } from './balancer.js';
import type { Life } from './life.js';

export interface Nemesis {
  name: string;
  run(life: Life, victim: NodeProcess): Promise<void>;
  /** The longest that any room may accept nothing, on a machine that has nothing else to do. */
  pauseMaxMs(life: Life): number;
  /** It is planned: no call fails, and it is hardly felt. */
  isPlanned?: true;
  /** Another one of the suite breaks the same thing: this one is left to the soak. */
  isOfSoak?: true;
  /** It needs nodes whose clocks can be set. */
  isOfMachine?: true;
}

const NODE_LOSS_MS = 10_000;
const ELECTION_AND_MORE_MS = 2_000 + 5_000;
const longerThanLease = ({ leaseMs }: Life): number => leaseMs * 1.7;

/** It is continued however the rest ends, so that what comes afterwards can be judged. */
export async function whileStopped(node: NodeProcess, run: () => Promise<void>): Promise<void> {
  node.signal('SIGSTOP');
  try {
    await run();
  } finally {
    node.signal('SIGCONT');
  }
}

export const nemeses: Nemesis[] = [
  {
    name: 'kill -9 of a node',
    async run(life, { server }) {
      await server.kill();
      await life.writable();
      await server.start();
    },
    pauseMaxMs: () => NODE_LOSS_MS,
  },
  {
    name: 'a node stopped for longer than its lease, then continued',
    async run(life, node) {
      await whileStopped(node, async () => {
        await pause(longerThanLease(life));
        await life.writable();
      });
    },
    pauseMaxMs: () => NODE_LOSS_MS,
  },
  {
    name: 'rolling restart with SIGTERM',
    async run(life) {
      for (const { name, server } of life.cluster.nodes) {
        const code = await server.stop();
        if (code !== 0) throw new Error(`node ${name} ended with ${code}\n${server.output()}`);
        await server.start();
        await life.recovered();
      }
    },
    pauseMaxMs: () => 2_000,
    isPlanned: true,
  },
  {
    name: 'Redis killed and started again, empty',
    async run({ cluster: { redis } }) {
      await redis.kill();
      await pause(1_000);
      await redis.start();
    },
    pauseMaxMs: (life) => life.leaseMs + NODE_LOSS_MS,
  },
  {
    name: 'FLUSHALL',
    isOfSoak: true,
    run: ({ cluster: { redis } }) => redis.flush(),
    pauseMaxMs: (life) => life.leaseMs + NODE_LOSS_MS,
  },
  {
    name: 'MongoDB steps down',
    isOfSoak: true,
    run: ({ cluster: { mongo } }) => mongo.stepDown(),
    pauseMaxMs: () => ELECTION_AND_MORE_MS,
  },
  {
    name: 'kill -9 of the MongoDB primary',
    isOfSoak: true,
    async run(life) {
      const { mongo } = life.cluster;
      const port = await mongo.primary();
      await mongo.kill(port);
      await life.writable();
      await mongo.start(port);
    },
    pauseMaxMs: () => ELECTION_AND_MORE_MS,
  },
  {
    name: 'kill -9 of a MongoDB secondary',
    isOfSoak: true,
    async run(life) {
      const { mongo } = life.cluster;
      const port = await mongo.secondary();
      await mongo.kill(port);
      await life.writable();
      await mongo.start(port);
    },
    pauseMaxMs: () => ELECTION_AND_MORE_MS,
  },
  {
    name: 'slow links of a node',
    isOfSoak: true,
    async run(life, { redis, mongo }) {
      for (const link of [redis, ...mongo]) link.delay(60);
      await pause(2_000);
      await life.writable();
      for (const link of [redis, ...mongo]) link.mend();
    },
    pauseMaxMs: () => NODE_LOSS_MS,
  },
  {
    name: 'a node cut off from Redis for longer than its lease',
    isOfSoak: true,
    async run(life, { redis }) {
      redis.silence();
      await pause(longerThanLease(life));
      await life.writable();
      redis.mend();
    },
    pauseMaxMs: (life) => life.leaseMs + NODE_LOSS_MS,
  },
  {
    name: 'a node cut off from MongoDB for two seconds',
    isOfSoak: true,
    async run(_, { mongo }) {
      for (const link of mongo) link.cut();
      await pause(2_000);
      for (const link of mongo) link.mend();
    },
    pauseMaxMs: () => NODE_LOSS_MS,
  },
];
