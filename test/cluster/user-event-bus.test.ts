/** Events about people between nodes, on a real Redis. */
import { EventEmitter, once } from 'node:events';
import { Redis } from 'ioredis';
import { openPreviousNodes } from '#src/cluster/redis/open-previous-nodes.js';
import { RedisUserEventBus } from '#src/cluster/redis/redis-user-event-bus.js';
import { hasShardedChannels } from '#src/cluster/redis/sharded-channels.js';
import type { Recipient } from '#src/cluster/user-event-bus.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { poll } from '../support/time/poll.js';

const key = (byte: number) => new Uint8Array(32).fill(byte);
const ADA = 'account:ada';
const MARK = 'mark';

describeOnRedis('user events between nodes', (server) => {
  let runs = 0;
  const connections: Redis[] = [];
  const open: { close(): Promise<void> }[] = [];
  beforeEach(() => {
    runs += 1;
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  async function connect(options: object = {}): Promise<Redis> {
    const redis = new Redis(server().url, { maxRetriesPerRequest: 1, retryStrategy: () => 20, ...options });
    redis.on('error', () => undefined);
    connections.push(redis);
    await poll(() => redis.status === 'ready', { until: 'Redis is connected' });
    return redis;
  }

  interface Joining {
    keys?: Uint8Array[];
    version?: number;
    /** The names of the live nodes of the previous version. */
    old?: string[];
  }

  async function partsOf(name: string, { keys = [key(1)], version }: Joining) {
    const errors: string[] = [];
    const redis = await connect();
    const info = redis.info.bind(redis) as (section: string) => Promise<string>;
    if (version !== undefined)
      Object.assign(redis, {
        info: async (section: string) => (await info(section)).replace(/redis_version:\d+/, `redis_version:${version}`),
      });
    const onError = (what: string) => void errors.push(what);
    return { errors, redis, prefix: `run-${runs}`, keys, from: () => name, now: Date.now, onError };
  }

  async function join(name: string, joining: Joining = {}) {
    const parts = await partsOf(name, joining);
    const { redis, errors } = parts;
    const living = () => joining.old ?? [];
    const previous = await openPreviousNodes({ ...parts, subscriber: await connect(), living, leaseMs: 6_000 });
    const subscriber = await connect({ autoResubscribe: false });
    const isSharded = await hasShardedChannels(redis);
    const bus = new RedisUserEventBus({ ...parts, subscriber, isSharded, previous });
    await bus.open();
    open.push(bus);
    const heard: object[] = [];
    const marks = new Set<string>();
    const stop = bus.listen((event) => {
      const { type = '' } = event as { type?: string };
      if (type.startsWith(MARK)) marks.add(type);
      else heard.push(event);
    });
    return { bus, heard, marks, errors, stop, redis, subscriber, previous };
  }

  /** As a node of the previous version: it hears and tells everything. */
  async function joinAsPrevious(name: string, others: string[]) {
    const parts = await partsOf(name, {});
    const living = () => others;
    const nodes = await openPreviousNodes({ ...parts, subscriber: await connect(), living, leaseMs: 6_000 });
    open.push(nodes);
    const heard: object[] = [];
    nodes.listen((event) => void heard.push(event));
    return { nodes, heard, errors: parts.errors };
  }

  type Node = Awaited<ReturnType<typeof join>>;
  /** What is published after this has arrived came later than everything before. */
  async function passed(from: Node, to: Node): Promise<void> {
    const type = `${MARK} ${Math.random()}`;
    from.bus.publishToAll({ type });
    await poll(() => to.marks.has(type), { until: 'the mark has arrived' });
  }

  it.each([7, 6])(
    'reach the nodes that have joined the recipient, as they were, and no others (Redis %i)',
    async (version) => {
      const [a, b, c] = [await join('aa', { version }), await join('bb', { version }), await join('cc', { version })];
      await Promise.all([a.bus.join(ADA), b.bus.join(ADA), c.bus.join('account:bob'), c.bus.join('room:ada')]);
      const event = { to: 'ada', type: 'push:due', more: ['ü'] };
      a.bus.publish(ADA, event);
      await passed(a, b);
      await passed(a, c);
      expect([a.heard, b.heard, c.heard]).toEqual([[], [event], []]);
      await b.bus.leave(ADA);
      a.bus.publish(ADA, event);
      await passed(a, b);
      expect([b.heard, a.errors, b.errors, c.errors]).toEqual([[event], [], [], []]);
      const channels = (await a.redis.call('PUBSUB', 'SHARDCHANNELS')) as string[];
      expect(channels.some((channel) => channel.startsWith(`{run-${runs}}:for:`))).toBe(version === 7);
    },
  );

  it.each([7, 6])('tell who is joined elsewhere, with one command (Redis %i)', async (version) => {
    const [a, b] = [await join('aa', { version }), await join('bb', { version })];
    const asked: Recipient[] = [ADA, 'account:bob', 'account:cem', 'room:ada'];
    await Promise.all([a.bus.join(ADA), a.bus.join('account:bob'), b.bus.join('account:bob')]);
    const elsewhere = async ({ bus }: Node) => [...(await bus.joinedElsewhere(asked))];
    expect([await elsewhere(a), await elsewhere(b)]).toEqual([['account:bob'], [ADA, 'account:bob']]);
    await b.bus.leave('account:bob');
    expect([await elsewhere(a), await elsewhere(b)]).toEqual([[], [ADA, 'account:bob']]);
    // What is left and joined again at once is joined.
    await Promise.all([a.bus.leave(ADA), a.bus.join(ADA)]);
    void a.bus.leave('account:bob');
    await Promise.resolve();
    await a.bus.join('account:bob');
    expect([await elsewhere(a), await elsewhere(b)]).toEqual([[], [ADA, 'account:bob']]);
    a.subscriber.disconnect();
    await poll(async () => (await elsewhere(b)).length === 0, { until: 'a node that is gone has nobody' });
  });

  it('are heard again after the connection was lost', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    await b.bus.join(ADA);
    const isCut = once(b.subscriber, 'close');
    b.subscriber.disconnect(true);
    await isCut;
    await poll(() => b.subscriber.status === 'ready', { until: 'the connection is back' });
    await poll(async () => (await a.bus.joinedElsewhere([ADA])).size === 1, { until: 'it has joined again' });
    a.bus.publish(ADA, { to: 'ada' });
    await passed(a, b);
    expect(b.heard).toEqual([{ to: 'ada' }]);
    // Without a connection nobody waits, or is taken for connected.
    b.subscriber.disconnect();
    await b.bus.join('account:bob');
    expect((await a.bus.joinedElsewhere(['account:bob'])).size).toBe(0);
  });

  it('are rejected without the key of the cluster, on another channel, and when they come twice', async () => {
    const [a, b, stranger] = [await join('aa'), await join('bb'), await join('ff', { keys: [key(2)] })];
    await b.bus.join(ADA);
    await b.bus.join('account:bob');
    stranger.bus.publish(ADA, { to: 'ada' });
    await poll(() => b.errors.length === 1, { until: 'the event is rejected' });
    const spy = await connect();
    const seen: string[] = [];
    spy.on('smessage', (_, message: string) => seen.push(message));
    await spy.ssubscribe(`{run-${runs}}:for:${ADA}`);
    a.bus.publish(ADA, { to: 'ada' });
    await poll(() => seen.length === 1, { until: 'the message was seen' });
    await passed(a, b);
    for (const to of [ADA, 'account:bob']) await a.redis.spublish(`{run-${runs}}:for:${to}`, seen[0] as string);
    await a.redis.spublish(`{run-${runs}}:for:${ADA}`, 'x'.repeat(300_000));
    await poll(() => b.errors.length === 4, { until: 'the repeated ones are rejected' });
    expect([b.heard, new Set(b.errors)]).toEqual([[{ to: 'ada' }], new Set(['user event between nodes rejected'])]);
  });

  it('are heard by nobody who has stopped, or closed', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    await b.bus.join(ADA);
    const second: object[] = [];
    b.stop();
    b.bus.listen((event) => void second.push(event));
    a.bus.publish(ADA, { to: 'ada' });
    await poll(() => second.length > 0, { until: 'the event has arrived' });
    expect(b.heard).toEqual([]);
    await b.bus.close();
    a.bus.publish(ADA, { to: 'ada' });
    const c = await join('cc');
    await passed(a, c);
    expect(second.filter((event) => !('type' in event))).toHaveLength(1);
  });

  it('and who is online, pass both ways between a node and one of the previous version', async () => {
    const old = await joinAsPrevious('0d', ['aa', 'bb']);
    const [a, b] = [await join('aa', { old: ['0d'] }), await join('bb', { old: ['0d'] })];
    await Promise.all([a.bus.join(ADA), b.bus.join(ADA)]);
    await poll(
      () => {
        a.bus.publishToPrevious({ to: 'ada', at: 'old' });
        return old.heard.length > 0;
      },
      { until: 'the old node has heard' },
    );
    await poll(
      () => {
        old.nodes.publish({ to: 'ada', at: 'new' });
        return a.heard.length > 0 && b.heard.length > 0;
      },
      { until: 'the new nodes have heard' },
    );
    // What a new node tells old ones, other new nodes have heard in their own way.
    expect([a.heard[0], b.heard[0], old.heard[0]]).toEqual([
      { to: 'ada', at: 'new' },
      { to: 'ada', at: 'new' },
      { to: 'ada', at: 'old' },
    ]);
    expect(b.heard).not.toContainEqual({ to: 'ada', at: 'old' });
    a.previous.repeat();
    old.nodes.repeat();
    old.nodes.arrived('bob');
    await poll(async () => (await old.nodes.among(['ada', 'cem'])).has('ada'), { until: 'ada is online there' });
    await poll(async () => (await a.bus.joinedElsewhere(['account:bob'])).has('account:bob'), {
      until: 'bob is online here',
    });
  });

  it('cost nothing for the previous version where it is gone', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    const old = await joinAsPrevious('0d', ['aa', 'bb']);
    await a.bus.join(ADA);
    a.previous.repeat();
    a.bus.publishToPrevious({ to: 'ada' });
    await passed(a, b);
    expect([old.heard, [...(await old.nodes.among(['ada']))]]).toEqual([[], []]);
  });
});

// The adapter warns of many listeners where tests open many buses in one process.
EventEmitter.defaultMaxListeners = 50;
