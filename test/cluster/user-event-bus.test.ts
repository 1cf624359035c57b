/** Events about people between two nodes, on a real Redis. */
import { EventEmitter } from 'node:events';
import { Redis } from 'ioredis';
import { openRedisUserEventBus } from '#src/cluster/redis/redis-user-event-bus.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { poll } from '../support/time/poll.js';

const key = (byte: number) => new Uint8Array(32).fill(byte);

describeOnRedis('user events between nodes', (server) => {
  let runs = 0;
  const connections: Redis[] = [];
  const open: Awaited<ReturnType<typeof openRedisUserEventBus>>[] = [];
  beforeEach(() => {
    runs += 1;
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  const connect = () => {
    const redis = new Redis(server().url, { maxRetriesPerRequest: 1 });
    redis.on('error', () => undefined);
    connections.push(redis);
    return redis;
  };

  async function join(name: string, keys = [key(1)], version?: number) {
    const errors: string[] = [];
    const redis = connect();
    const info = redis.info.bind(redis) as (section: string) => Promise<string>;
    if (version !== undefined)
      Object.assign(redis, {
        info: async (section: string) => (await info(section)).replace(/redis_version:\d+/, `redis_version:${version}`),
      });
    const onError = (what: string) => void errors.push(what);
    const parts = { redis, subscriber: connect(), prefix: `run-${runs}`, keys, from: () => name, now: Date.now };
    const bus = await openRedisUserEventBus({ ...parts, onError });
    open.push(bus);
    const heard: object[] = [];
    const stop = bus.listen((event) => void heard.push(event));
    return { bus, heard, errors, stop, redis };
  }

  /** Subscriptions may still be on their way. */
  const arrives = (from: { bus: { publish(event: object): void } }, to: { heard: object[] }, event: object) =>
    poll(
      () => {
        from.bus.publish(event);
        return to.heard.length > 0;
      },
      { until: 'the event has arrived' },
    );

  it.each([7, 6])('reach the other node, as they were, and not their own (Redis %i)', async (version) => {
    const [a, b] = [await join('aa', [key(1)], version), await join('bb', [key(1)], version)];
    const event = { to: 'ada', type: 'push:due', more: ['ü'] };
    await arrives(a, b, event);
    expect([b.heard[0], a.heard, a.errors, b.errors]).toEqual([event, [], [], []]);
    const channels = (await a.redis.call('PUBSUB', 'SHARDCHANNELS')) as string[];
    const own = channels.filter((channel) => channel.startsWith(`{run-${runs}}:notes`));
    expect(own.length > 0).toBe(version === 7);
  });

  it('are rejected without the key of the cluster', async () => {
    const [a, b] = [await join('aa', [key(2)]), await join('bb')];
    await poll(
      () => {
        a.bus.publish({ to: 'ada' });
        return b.errors.length > 0;
      },
      { until: 'the event is rejected' },
    );
    expect([b.heard, b.errors[0]]).toEqual([[], 'user event between nodes rejected']);
  });

  it('that claim to be of this node are dropped in silence', async () => {
    const [a, b] = [await join('bb'), await join('bb')];
    const c = await join('cc');
    await arrives(a, c, { to: 'ada' });
    expect([b.heard, b.errors]).toEqual([[], []]);
  });

  it('are heard by nobody who has stopped', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    const second: object[] = [];
    b.bus.listen((event) => void second.push(event));
    b.stop();
    await arrives(a, { heard: second }, { to: 'ada' });
    expect(b.heard).toEqual([]);
  });

  it('end with the bus: nothing is heard any more', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    await arrives(a, b, { to: 'ada' });
    await b.bus.close();
    b.heard.length = 0;
    const c = await join('cc');
    await arrives(a, c, { to: 'ada' });
    expect([b.heard, b.errors]).toEqual([[], []]);
  });
});

// The adapter warns of many listeners where tests open many buses in one process.
EventEmitter.defaultMaxListeners = 50;
