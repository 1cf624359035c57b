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

  it('takes no time for a lease that lies farther ahead than a lease lasts: the clock was set back', async () => {
    const [table, redis] = [open(), connect()];
    await table.begin({ name: 'a', token: 'dead' }, []);
    const hourLater = Date.now() + 3_600_000;
    await redis.hset(`{test-${runs}}:nodes`, 'dead', `+a|${hourLater}`);
    expect(await table.begin({ name: 'a', token: 'again' }, [])).toMatchObject({ status: 'taken' });
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS + 50));
    expect(await table.begin({ name: 'a', token: 'again' }, [])).toMatchObject({ status: 'alive' });
  });

  it('waits no longer than a lease after it was emptied, though the clock was set back since', async () => {
    const [table, redis] = [open(), connect()];
    await table.begin({ name: 'a', token: 't' }, []);
    const key = `{test-${runs}}:gen`;
    const [runId] = ((await redis.get(key)) as string).split('|');
    await redis.set(key, `${runId}|${Date.now() + 3_600_000}`);
    const beat = await table.beat('t', -1);
    expect(beat.status === 'alive' && beat.quietMs <= LEASE_MS).toBe(true);
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
