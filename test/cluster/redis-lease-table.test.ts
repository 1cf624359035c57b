import { Redis } from 'ioredis';
import { TableUnavailable } from '#src/cluster/lease-table.js';
import { RedisLeaseTable } from '#src/cluster/redis/redis-lease-table.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { leaseTableContract } from './lease-table-contract.js';

const LEASE_MS = 400;

describeOnRedis('the lease table', (server) => {
  const connections: Redis[] = [];
  let runs = 0;

  const connect = () => {
    const redis = new Redis(server().url, { maxRetriesPerRequest: 1, retryStrategy: () => 20 });
    // A command that fails says so itself.
    redis.on('error', () => undefined);
    connections.push(redis);
    return redis;
  };
  const open = (timeoutMs = 2_000) =>
    new RedisLeaseTable({
      redis: connect(),
      subscriber: connect(),
      prefix: `test-${runs}`,
      leaseMs: LEASE_MS,
      timeoutMs,
    });

  beforeEach(() => {
    runs += 1;
  });
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  leaseTableContract({
    leaseMs: LEASE_MS,
    open,
    async wipe() {
      await connect().flushall();
    },
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });

  it('says that it is out of reach, soon', async () => {
    const table = open(200);
    await table.begin({ name: 'a', token: 't' }, []);
    server().process.kill('SIGSTOP');
    try {
      await expect(table.beat('t', -1)).rejects.toThrow(TableUnavailable);
    } finally {
      server().process.kill('SIGCONT');
    }
    expect(await table.beat('t', -1)).toMatchObject({ status: expect.stringMatching(/alive|lost/) });
  });
});
