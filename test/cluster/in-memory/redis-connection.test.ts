/** Which server a connection reaches, with which login, and what it does when that one is no longer the master. */
import { once } from 'node:events';
import { TableUnavailable } from '#src/cluster/lease-table.js';
import { createRedisConnection } from '#src/cluster/redis/redis-connection.js';
import { RedisLeaseTable } from '#src/cluster/redis/redis-lease-table.js';
import { parseRedisAddress } from '#src/config/redis-address.js';
import { type AnsweringRedis, type RedisAnswer, startAnsweringRedis } from '../../support/servers/answering-redis.js';
import { poll } from '../../support/time/poll.js';

const MASTER = 'INFO\r\nrole:master\r\nloading:0\r\n';
const REPLICA = 'role:slave\r\nloading:0\r\n';

describe('a connection to Redis', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function start(given: Record<string, RedisAnswer> = {}): Promise<AnsweringRedis> {
    const server = await startAnsweringRedis({ info: MASTER, 'cluster keyslot': 7, ...given });
    ends.push(() => server[Symbol.asyncDispose]());
    return server;
  }

  function connect(url: string, silentMs = 5_000) {
    const redis = createRedisConnection({ address: parseRedisAddress(url), prefix: 'oda', silentMs });
    const errors: string[] = [];
    redis.on('error', ({ message }: Error) => errors.push(message));
    ends.push(() => redis.disconnect());
    return { redis, errors };
  }

  /** In a cluster: who is the master of the slots up to 6, of slot 7, and of those behind it. */
  const slots = (...ports: (number | [string, number])[]): RedisAnswer =>
    [
      [0, 6],
      [7, 7],
      [8, 16_383],
    ].map((range, at) => {
      const port = ports[at] as number | [string, number];
      return [...range, typeof port === 'number' ? ['127.0.0.1', port, 'id'] : [...port, 'id']];
    });

  it('to a cluster is one to the master of its own slot, which a server that answers names', async () => {
    const [seed, master, other] = [await start(), await start(), await start()];
    seed.answers.set('cluster slots', slots(other.port, master.port, seed.port));
    const { redis } = connect(`redis+cluster://ada:gizli@127.0.0.1:1,127.0.0.1:${seed.port}`);
    await redis.connect();
    await redis.set('k', 'v');
    expect(master.heard).toEqual(['hello 3 auth ada gizli', 'info', 'set k v']);
    expect(seed.heard).toEqual(['hello 3 auth ada gizli', 'cluster keyslot oda', 'cluster slots']);
    expect(other.heard).toEqual([]);
  });

  it('to a cluster without a password says none, and finds a server without a name where it was asked', async () => {
    const seed = await start();
    seed.answers.set('cluster slots', slots(1, ['', seed.port], 1));
    const { redis } = connect(`redis+cluster://127.0.0.1:${seed.port}`);
    await redis.connect();
    expect(seed.heard).toEqual(['hello 3', 'cluster keyslot oda', 'cluster slots', 'hello 3', 'info']);
  });

  it('to a cluster without a master for its slot goes on asking, and says why', async () => {
    const [seed, master] = [await start(), await start()];
    seed.answers.set('cluster slots', [[0, 6, ['127.0.0.1', seed.port]]]);
    const { redis, errors } = connect(`redis+cluster://127.0.0.1:1,127.0.0.1:${seed.port}`);
    const connected = redis.connect();
    await poll(() => errors.length > 1, { until: 'it has asked twice' });
    expect(errors[0]).toMatch(
      /^no server of the cluster names the master \(127\.0\.0\.1:1: .+; 127\.0\.0\.1:\d+ knows no master of \{oda\}\)$/,
    );
    seed.answers.set('cluster slots', slots(1, master.port, 1));
    await connected;
    expect(master.heard).toEqual(['hello 3', 'info']);
  });

  it('that is closed while it asks reaches nobody', async () => {
    const [seed, master] = [await start({ 'cluster slots': undefined }), await start()];
    const url = `redis+cluster://127.0.0.1:${seed.port}`;
    const { redis } = connect(url);
    redis.connect().catch(() => undefined);
    await poll(() => seed.heard.includes('cluster slots'), { until: 'it has asked' });
    redis.disconnect();
    seed.answers.set('cluster slots', slots(1, master.port, 1));
    seed.cut();
    // As long as another one takes for the same way.
    await connect(url).redis.connect();
    expect([master.heard, redis.status]).toEqual([['hello 3', 'info'], 'end']);
  });

  it('follows the master: a demoted server and one that refuses are left, and servers that were learned are asked', async () => {
    const [seed, first, second] = [await start(), await start(), await start()];
    seed.answers.set('cluster slots', slots(second.port, first.port, 1));
    const { redis } = connect(`redis+cluster://127.0.0.1:${seed.port}`);
    await redis.connect();
    // The only server of the address is gone; the master that it named has become a replica.
    await seed[Symbol.asyncDispose]();
    first.answers.set('cluster slots', slots(1, second.port, 1));
    first.answers.set('set', new Error('READONLY You can not write against a read only replica.'));
    first.answers.set('info', REPLICA);
    await redis.set('k', 'bir').catch(() => undefined);
    await poll(async () => (await redis.set('k', 'iki').catch(() => null)) === 'OK', { until: 'the master is found' });
    expect(second.heard.at(-1)).toBe('set k iki');
    expect(first.heard.filter((line) => line === 'set k iki')).toEqual([]);
  });

  it('to a cluster leaves a server at once that says it is a replica', async () => {
    const [seed, replica, master] = [await start(), await start({ info: REPLICA }), await start()];
    seed.answers.set('cluster slots', slots(1, replica.port, 1));
    const { redis } = connect(`redis+cluster://127.0.0.1:${seed.port}`);
    redis.connect().catch(() => undefined);
    await poll(() => replica.heard.includes('info'), { until: 'the replica is asked' });
    seed.answers.set('cluster slots', slots(1, master.port, 1));
    await poll(() => redis.status === 'ready', { until: 'the master is reached' });
    expect([replica.heard, master.heard]).toEqual([
      ['hello 3', 'info'],
      ['hello 3', 'info'],
    ]);
  });

  it('by sentinels is one to the master that they name: each has its own login, and the database is chosen', async () => {
    const master = await start();
    const sentinel = await start({
      'sentinel get-master-addr-by-name': ['127.0.0.1', String(master.port)],
      'sentinel sentinels': [],
    });
    const query = 'db=3&sentinel_username=bekci&sentinel_password=kapi';
    const { redis } = connect(`redis+sentinel://ada:gizli@127.0.0.1:${sentinel.port}/ana?${query}`);
    await redis.connect();
    expect(master.heard).toEqual(['hello 3 auth ada gizli', 'select 3', 'info']);
    expect(sentinel.heard.slice(0, 2)).toEqual(['hello 3 auth bekci kapi', 'sentinel get-master-addr-by-name ana']);
    await poll(() => sentinel.heard.some((line) => line.startsWith('subscribe')), { until: 'it hears of failovers' });
  });

  it('counts a server as gone that answers nothing for its time, and connects anew', async () => {
    const server = await start({ get: undefined });
    const { redis } = connect(`redis://127.0.0.1:${server.port}`, 100);
    await redis.connect();
    const got = redis.get('k');
    await poll(() => server.heard.filter((line) => line === 'hello 3').length > 1, { until: 'it connects anew' });
    server.answers.set('get', 'v');
    expect(await got).toBe('v');
  });

  it('that is closed while it renews its subscriptions leaves no rejection that nobody handles', async () => {
    const server = await start({ subscribe: ['subscribe', 'kanal', 1] });
    const { redis } = connect(`redis://127.0.0.1:${server.port}`);
    await redis.connect();
    await redis.subscribe('kanal');
    server.answers.set('subscribe', undefined);
    const renewed = () => server.heard.filter((line) => line === 'subscribe kanal').length === 2;
    server.cut();
    await poll(renewed, { until: 'the subscription is asked for again' });
    const ended = once(redis, 'end');
    redis.disconnect();
    await ended;
    // A rejection that nobody handles fails this test; it is reported behind the promises of its round.
    await new Promise(setImmediate);
  });

  it('is tried again after a tenth of a second, and after at most one', () => {
    const { redis } = connect('redis://127.0.0.1:1');
    const delays = [1, 2, 3, 4, 5, 6, 60].map((attempt) => redis.options.retryStrategy?.(attempt));
    expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000]);
  });

  it('has the lease table ask which server it is, anew for each connection and after each failure', async () => {
    const server = await start({ info: 'old_run_id:none\r\n', evalsha: ['lost'] });
    const { redis } = connect(`redis://127.0.0.1:${server.port}`);
    const subscriber = connect(`redis://127.0.0.1:${server.port}`).redis;
    const table = new RedisLeaseTable({ redis, subscriber, prefix: 'oda', leaseMs: 1_000, timeoutMs: 2_000 });
    const failure = await table.beat('t', 1).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(TableUnavailable);
    expect((failure as Error).message).toBe('Redis: Redis does not report its run_id');
    // Behind the command, its digest, the number of keys, and five keys.
    const seen = () => server.heard.filter((line) => line.startsWith('evalsha')).map((line) => line.split(' ')[8]);
    for (const runId of ['bir', 'iki']) {
      server.answers.set('info', `role:master\r\nold_run_id:none\r\nrun_id:${runId}\r\n`);
      if (runId === 'iki') server.cut();
      await poll(
        () =>
          table.beat('t', 1).then(
            () => seen().at(-1) === runId,
            () => false,
          ),
        { until: 'it is asked' },
      );
      await table.beat('t', 1);
    }
    expect(seen().slice(-1)).toEqual(['iki']);
    const asked = server.heard.filter((line) => line === 'info server').length;
    await table.beat('t', 1);
    expect(server.heard.filter((line) => line === 'info server').length).toBe(asked);
  });
});
