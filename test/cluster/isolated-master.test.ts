/**
 * A Redis that others have replaced and that does not know it: a node that still reaches it must not go on for ever.
 */
import { Redis } from 'ioredis';
import { Coordinator } from '#actors/cluster/coordinator.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { RedisLeaseTable } from '#src/cluster/redis/redis-lease-table.js';
import { SLOTS } from '#src/domain/slots.js';
import { describeOnRedis, type RedisServer, redisForTests, startRedis } from '../support/servers/redis.js';
import { poll } from '../support/time/poll.js';

const LEASE_MS = 1_500;
const MAX_LAG_S = 2;

describeOnRedis('a Redis with min-replicas-to-write, as docs/operating.md asks for', (server) => {
  let replica: RedisServer;
  const connections: Redis[] = [];
  const connect = (url: string) => {
    const redis = new Redis(url, { maxRetriesPerRequest: 1, retryStrategy: () => 20 });
    redis.on('error', () => undefined);
    connections.push(redis);
    return redis;
  };

  beforeAll(async () => {
    replica = await startRedis(redisForTests() as string);
    await connect(replica.url).replicaof('127.0.0.1', server().port);
  });
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.disconnect();
  });
  afterAll(() => replica?.stop());

  it('ends the trust of a node that reaches it alone, soon after its replicas have left it', async () => {
    const redis = connect(server().url);
    await poll(async () => (await redis.info('replication')).includes('state=online'), { until: 'it has a replica' });
    await redis.config('SET', 'min-replicas-max-lag', MAX_LAG_S);
    await redis.config('SET', 'min-replicas-to-write', 1);
    const parts = { redis, subscriber: connect(server().url), prefix: 'isolated', leaseMs: LEASE_MS };
    const node = new Coordinator({
      name: 'a',
      table: new RedisLeaseTable({ ...parts, timeoutMs: 400 }),
      env: systemEnv,
      beatMs: LEASE_MS / 6,
      trustMs: (LEASE_MS * 5) / 6,
      onError: () => undefined,
      slots: { drain: async () => undefined, evict: () => undefined, onTableChange: () => undefined },
    });
    await node.start();
    await poll(() => node.holds(0) && node.heldSlots().length === SLOTS, {
      until: 'it holds everything',
      withinMs: 8_000,
    });
    try {
      replica.process.kill('SIGKILL');
      const heldAny = () => Array.from({ length: SLOTS }, (_, slot) => node.holds(slot)).includes(true);
      await poll(() => !heldAny(), { until: 'it trusts nothing any more', withinMs: 15_000 });
    } finally {
      await redis.config('SET', 'min-replicas-to-write', 0);
      await node.stop();
    }
  });
});
