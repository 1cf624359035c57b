/** Two nodes and somebody who listens and lies, on a real Redis. */
import { Redis } from 'ioredis';
import { systemEnv } from '#actors/runtime/system-env.js';
import { NodeUnreachable } from '#src/cluster/node-transport.js';
import { redisTransport } from '../support/processes/redis-transport.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { poll } from '../support/time/poll.js';

const key = (byte: number) => new Uint8Array(32).fill(byte);

describeOnRedis('the link between nodes', (server) => {
  let runs = 0;
  const connections: Redis[] = [];

  beforeEach(() => {
    runs += 1;
  });
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  const connect = () => {
    const redis = new Redis(server().url, { maxRetriesPerRequest: 1, retryStrategy: () => 20 });
    // A command that fails says so itself.
    redis.on('error', () => undefined);
    connections.push(redis);
    return redis;
  };

  async function join(token: string, keys = [key(1)], now = Date.now) {
    const troubles: string[] = [];
    const counted = { out: 0, in: 0 };
    const link = redisTransport({
      redis: connect(),
      subscriber: connect(),
      prefix: `run-${runs}`,
      keys,
      env: { ...systemEnv, now },
      onError: (what) => void troubles.push(what),
      metrics: { linked: (direction) => void (counted[direction] += 1) },
    });
    const heard: unknown[] = [];
    link.onMessage((from, body) => void heard.push([from, body]));
    link.onRequest(async (from, body) => ({ from, echo: body }));
    await link.listen(token);
    return { link, heard, troubles, counted };
  }

  it('carries requests with their answers, and messages, in the order they were sent', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    expect(await a.link.request('bb', { q: 'ü' }, 2_000)).toEqual({ from: 'aa', echo: { q: 'ü' } });
    for (let at = 0; at < 300; at += 1) a.link.send('bb', at);
    await poll(() => b.heard.length === 300, { until: 'all are heard' });
    expect(b.heard).toEqual(Array.from({ length: 300 }, (_, at) => ['aa', at]));
  });

  it('sends what is said within one round as one message', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    await Promise.all(Array.from({ length: 50 }, (_, at) => a.link.request('bb', at, 2_000)));
    expect(a.counted.out).toBe(1);
    expect(b.counted.in).toBe(1);
  });

  it('reaches everybody but the one who speaks', async () => {
    const [a, b, c] = [await join('aa'), await join('bb'), await join('cc')];
    a.link.broadcast('hepiniz');
    await poll(() => b.heard.length + c.heard.length === 2, { until: 'both have heard' });
    expect(a.heard).toEqual([]);
  });

  it('says that no answer came, and takes none that comes too late', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    await expect(a.link.request('nobody', 1, 100)).rejects.toThrow(NodeUnreachable);
    const answers: (() => void)[] = [];
    b.link.onRequest(() => new Promise((resolve) => answers.push(() => resolve('late'))));
    await expect(a.link.request('bb', 1, 50)).rejects.toThrow('no answer within 50 ms');
    // A busy machine may hear it after the time is over: only then may the next handler come.
    await poll(() => answers.length === 1, { until: 'the request is heard' });
    answers[0]?.();
    b.link.onRequest(() => Promise.reject(new Error('a secret reason')));
    await expect(a.link.request('bb', 1, 2_000)).rejects.toThrow('it failed there');
    expect(b.troubles).toEqual(['node request failed']);
  });

  it('waits no longer for a node that is known to be no more', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    b.link.onRequest(() => new Promise(() => undefined));
    const asked = a.link.request('bb', 1, 60_000);
    const other = a.link.request('cc', 1, 100).catch(() => 'its own time');
    a.link.abandonRequests('bb');
    await expect(asked).rejects.toThrow('the node is gone');
    expect(await other).toBe('its own time');
  });

  it('is found under the name of its next life, and not under the last', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    await b.link.listen('b2');
    expect(await a.link.request('b2', 1, 2_000)).toMatchObject({ echo: 1 });
    await expect(a.link.request('bb', 1, 100)).rejects.toThrow(NodeUnreachable);
  });

  it('refuses what is too long, and goes on', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    await expect(a.link.request('bb', 'x'.repeat(9_000_000), 2_000)).rejects.toThrow('too long');
    expect(await a.link.request('bb', 1, 2_000)).toMatchObject({ echo: 1 });
    expect(b.troubles).toEqual([]);
  });

  it('hears nothing that is forged, repeated, led elsewhere, changed or old', async () => {
    const [a, b] = [await join('aa'), await join('bb')];
    const spy = connect();
    const seen: [channel: string, message: string][] = [];
    await spy.psubscribe('*');
    spy.on('pmessage', (_, channel: string, message: string) => seen.push([channel, message]));
    a.link.send('bb', 'bir kez');
    await poll(() => b.heard.length === 1 && seen.length === 1, { until: 'it is heard and seen' });
    const [channel = '', message = ''] = seen[0] ?? [];
    const liar = connect();
    const c = await join('cc');
    await liar.publish(channel, message);
    await liar.publish(channel.replace('bb', 'cc'), message);
    await liar.publish(channel, message.replace('bir kez', 'iki kez'));
    await liar.publish(channel, 'merhaba');
    await liar.publish(channel, '["m","merhaba"]');
    const stranger = await join('dd', [key(2)]);
    stranger.link.send('bb', 'ben de');
    const late = await join('ee', [key(1)], () => Date.now() - 120_000);
    late.link.send('bb', 'dünden');
    await poll(() => b.troubles.length === 6 && c.troubles.length === 1, { until: 'all were refused' });
    expect(b.heard).toEqual([['aa', 'bir kez']]);
    expect(c.heard).toEqual([]);
  });

  it('takes the failure of a request that nobody waits for any more for nobody’s', async () => {
    let fail: (error: Error) => void = () => undefined;
    const redis = { publish: () => new Promise((_, reject) => (fail = reject)) } as unknown as Redis;
    const parts = { redis, subscriber: connect(), prefix: 'x', keys: [key(1)], env: systemEnv };
    const errors: string[] = [];
    const link = redisTransport({ ...parts, onError: (what) => void errors.push(what) });
    await expect(link.request('bb', 1, 10)).rejects.toThrow('no answer within 10 ms');
    fail(new Error('too late'));
    const asked = link.request('bb', 2, 5_000);
    await poll(() => link.request('cc', 3, 1).catch(() => true), { until: 'it goes on' });
    fail(new Error('Redis is gone'));
    link.abandonRequests('bb');
    await expect(asked).rejects.toThrow(NodeUnreachable);
    expect(errors).toEqual([]);
  });

  it('understands a node that signs with a key which is being replaced', async () => {
    const [before, after] = [await join('aa', [key(1)]), await join('bb', [key(2), key(1)])];
    expect(await before.link.request('bb', 1, 300).catch(() => 'no answer')).toBe('no answer');
    before.link.send('bb', 'eski anahtar');
    await poll(() => after.heard.length > 0, { until: 'the old key is understood' });
  });
});
