/** What nodes say to each other over Redis’ channels, signed; here on channels in memory. */

import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { newToken } from '#actors/cluster/node-token.js';
import { NodeUnreachable } from '#src/cluster/node-transport.js';
import { PresenceSets } from '#src/cluster/redis/presence-sets.js';
import { MessageSigner } from '#src/cluster/redis/signed-messages.js';
import { redisTransport } from '../../support/processes/redis-transport.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const key = (byte: number) => new Uint8Array(32).fill(byte);

/** The part of a Redis that the transport uses. */
class Channels {
  readonly connections = new Set<Connection>();
  readonly published: [channel: string, message: string][] = [];
  isDown = false;
  connect(): Connection {
    const connection = new Connection(this);
    this.connections.add(connection);
    return connection;
  }
}

class Connection extends EventEmitter {
  status = 'ready';
  readonly channels = new Set<string>();
  readonly #server: Channels;
  constructor(server: Channels) {
    super();
    this.#server = server;
  }
  async subscribe(...channels: string[]) {
    for (const channel of channels) this.channels.add(channel);
  }
  async unsubscribe(...channels: string[]) {
    for (const channel of channels) this.channels.delete(channel);
  }
  async publish(channel: string, message: string) {
    if (this.#server.isDown) throw new Error('Redis is down');
    this.#server.published.push([channel, message]);
    for (const each of this.#server.connections) if (each.channels.has(channel)) each.emit('message', channel, message);
  }
}

const timeOf = (env: VirtualEnv) => ({
  now: () => env.now(),
  after: (ms: number, run: () => void) => env.after(ms, run),
  soon: (run: () => void) => env.soon(run),
});

function network() {
  const env = new VirtualEnv();
  const server = new Channels();
  const join = async (token: string, time = timeOf(env)) => {
    const errors: string[] = [];
    const counted: [string, number][] = [];
    const [redis, subscriber] = [server.connect(), server.connect()];
    const link = redisTransport({
      redis: redis as unknown as Redis,
      subscriber: subscriber as unknown as Redis,
      prefix: 'p',
      keys: [key(1)],
      env: time,
      onError: (what) => void errors.push(what),
      metrics: { linked: (direction, length) => void counted.push([direction, length]) },
    });
    const heard: unknown[] = [];
    link.onMessage((from, body) => void heard.push([from, body]));
    link.onRequest(async (from, body) => ({ from, echo: body }));
    await link.listen(token);
    return { link, subscriber, heard, errors, counted };
  };
  const rounds = async (count = 4) => {
    for (let at = 0; at < count; at += 1) await breath();
  };
  return { env, server, join, rounds };
}

describe('the transport between nodes', () => {
  it('uses a channel of its node and one of all, and no other once its token has changed', async () => {
    const { join, rounds } = network();
    const [a, b] = [await join('aa'), await join('bb')];
    expect([...b.subscriber.channels]).toEqual(['{p}:to:bb', '{p}:to:*']);
    await b.link.listen('bb');
    expect([...b.subscriber.channels]).toEqual(['{p}:to:bb', '{p}:to:*']);
    await b.link.listen('b2');
    expect([...b.subscriber.channels].sort()).toEqual(['{p}:to:*', '{p}:to:b2']);
    a.link.broadcast('to all');
    a.link.send('bb', 'to the former');
    await rounds();
    expect([a.heard, b.heard]).toEqual([[], [['aa', 'to all']]]);
    expect([a.errors, b.errors]).toEqual([[], []]);
  });

  it('sends what is said within a round as one message, and counts its length on both sides', async () => {
    const { server, join, rounds } = network();
    const [a, b] = [await join('aa'), await join('bb')];
    for (const text of ['x', 'y']) a.link.send('bb', text);
    expect(server.published).toEqual([]);
    await rounds(1);
    expect(server.published).toHaveLength(1);
    const [[channel, message]] = server.published as [[string, string]];
    expect([channel, message.endsWith(' [["m","x"],["m","y"]]')]).toEqual(['{p}:to:bb', true]);
    expect([a.counted, b.counted]).toEqual([[['out', message.length]], [['in', message.length]]]);
    a.link.send('bb', 'z');
    await rounds(1);
    expect(server.published).toHaveLength(2);
    expect(b.heard).toEqual([
      ['aa', 'x'],
      ['aa', 'y'],
      ['aa', 'z'],
    ]);
  });

  it('splits what is longer than eight megabytes, in order, and refuses a single message that is', async () => {
    const { server, join, rounds } = network();
    const [a, b] = [await join('aa'), await join('bb')];
    const most = 8 * 1_048_576;
    const half = 'x'.repeat(most / 2);
    for (const text of [half, half, 'end']) a.link.send('bb', text);
    await rounds();
    expect(server.published.map(([, { length }]) => length > most)).toEqual([false, false]);
    expect(b.heard.map((each) => (each as [string, string])[1].length)).toEqual([most / 2, most / 2, 3]);
    server.published.length = 0;
    a.link.send('bb', 'y'.repeat(most - '["m",""]'.length));
    a.link.send('bb', 'y'.repeat(most - '["m",""]'.length + 1));
    await rounds();
    expect([server.published.length, a.errors]).toEqual([1, ['node message not sent']]);
    const refused = a.link.request('bb', half + half, 1_000);
    await expect(refused).rejects.toThrow(`${most + '["q",1,""]'.length} characters`);
  });

  it('answers a request, refuses one whose handler fails, and gives up after its time', async () => {
    const { env, join, rounds } = network();
    const [a, b] = [await join('aa'), await join('bb')];
    expect(await a.link.request('bb', { q: 1 }, 500)).toEqual({ from: 'aa', echo: { q: 1 } });
    expect(env.timers).toBe(0);
    b.link.onRequest(() => Promise.reject(new Error('secret')));
    const failed = a.link.request('bb', 1, 500).catch((error: unknown) => error);
    expect(await failed).toEqual(new NodeUnreachable('it failed there'));
    expect([a.errors, b.errors]).toEqual([[], ['node request failed']]);
    let late: (value: unknown) => void = () => undefined;
    b.link.onRequest(() => new Promise((resolve) => (late = resolve)));
    let outcome: unknown = null;
    void a.link.request('bb', 1, 500).catch((error: unknown) => {
      outcome = error;
    });
    await rounds();
    await env.advance(499);
    expect(outcome).toBeNull();
    await env.advance(1);
    expect(outcome).toEqual(new NodeUnreachable('no answer within 500 ms'));
    late('too late');
    await rounds();
    expect([a.errors, b.errors.length]).toEqual([[], 1]);
  });

  it('has at most ten thousand requests without a response', async () => {
    const { env, join } = network();
    const a = await join('aa', { ...timeOf(env), after: () => () => undefined });
    const asked = Array.from({ length: 10_000 }, () => a.link.request('cc', 1, 900).catch(() => 'over'));
    await expect(a.link.request('cc', 1, 900)).rejects.toThrow('too many requests pending');
    await a.link.close();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['over']));
  });

  it('fails the requests to a node that is gone, and all of them when it closes', async () => {
    const { env, join, rounds } = network();
    const a = await join('aa');
    const why = (to: string) => a.link.request(to, 1, 900).catch((error: Error) => error.message);
    const [gone, other] = [why('bb'), why('cc')];
    a.link.abandonRequests('bb');
    expect(await gone).toBe('the node is gone');
    await a.link.close();
    expect(await other).toBe('the transport is closed');
    expect([env.timers, a.subscriber.channels.size]).toEqual([0, 0]);
    await rounds();
    const b = await join('bb');
    b.subscriber.status = 'end';
    await b.link.close();
    expect(b.subscriber.channels.size).toBe(2);
  });

  it('says so when Redis does not take a message', async () => {
    const { server, join, rounds } = network();
    const [a, b] = [await join('aa'), await join('bb')];
    server.isDown = true;
    a.link.send('bb', 1);
    await expect(a.link.request('bb', 1, 900)).rejects.toThrow(new NodeUnreachable('Redis is down'));
    await rounds();
    expect(a.errors).toEqual(['node message not sent']);
    server.isDown = false;
    b.link.onRequest(async () => {
      server.isDown = true;
      return 1;
    });
    void a.link.request('bb', 1, 900).catch(() => undefined);
    await rounds();
    expect(b.errors).toEqual(['node response not sent']);
  });

  it('rejects what is not signed, too long or malformed, and does not hear itself or other channels', async () => {
    const { server, join, rounds } = network();
    const b = await join('bb');
    const signer = new MessageSigner({ keys: [key(1)], now: () => new VirtualEnv().now() });
    const publish = async (channel: string, message: string) => {
      await server.connect().publish(channel, message);
      await rounds(1);
    };
    await publish('{p}:to:bb', 'no signature');
    await publish('{p}:to:bb', signer.sign('{p}:to:bb', 'aa', `[["m","${'x'.repeat(16 * 1_048_576)}"]]`));
    expect([b.heard, b.errors.splice(0)]).toEqual([[], ['node message rejected', 'node message rejected']]);
    await publish('{p}:to:bb', signer.sign('{p}:to:bb', 'aa', 'no JSON'));
    expect(b.errors.splice(0)).toEqual(['node message malformed']);
    await publish('{p}:to:bb', signer.sign('{p}:to:bb', 'bb', '[["m","own"]]'));
    await publish('{p}:to:bb', signer.sign('{p}:to:bb', 'aa', '[["a",77,true,1]]'));
    b.subscriber.emit('message', 'elsewhere', 'no signature');
    expect([b.heard, b.errors]).toEqual([[], []]);
    await publish('{p}:to:*', signer.sign('{p}:to:*', 'aa', '[["m","heard"]]'));
    expect(b.heard).toEqual([['aa', 'heard']]);
  });

  it('answers nothing before it has handlers', async () => {
    const server = new Channels();
    const env = new VirtualEnv();
    const errors: string[] = [];
    const [redis, subscriber] = [server.connect(), server.connect()] as unknown as [Redis, Redis];
    const onError = (what: string) => void errors.push(what);
    const parts = { redis, subscriber, prefix: 'p', keys: [key(1)], env: timeOf(env) };
    const link = redisTransport({ ...parts, onError });
    await link.listen('aa');
    const signer = new MessageSigner({ keys: [key(1)], now: () => env.now() });
    await server.connect().publish('{p}:to:aa', signer.sign('{p}:to:aa', 'bb', '[["m",1],["q",1,2]]'));
    await breath();
    await breath();
    expect(errors).toEqual(['node request failed']);
    expect(server.published.at(-1)?.[1]).toContain('["a",1,false,"it failed there"]');
  });
});

describe('a signed message', () => {
  const [FROM, CHANNEL] = ['0a', 'c'];
  const clock = { at: 1_000_000 };
  const signer = (...keys: number[]) => new MessageSigner({ keys: keys.map(key), now: () => clock.at });

  it.each([1, 2, 12])('is accepted from a node that knows format %s', (format) => {
    const from = newToken(new VirtualEnv(), format);
    expect(signer(1).verify(CHANNEL, signer(1).sign(CHANNEL, from, 'a text'))).toEqual({ from, text: 'a text' });
  });

  it('is accepted once, on its channel, with its sender and its text', () => {
    const message = signer(1).sign(CHANNEL, FROM, 'a text | with words');
    const verifier = signer(1);
    expect(verifier.verify(CHANNEL, message)).toEqual({ from: FROM, text: 'a text | with words' });
    expect(verifier.verify(CHANNEL, message)).toBeNull();
    expect(signer(1).verify('d', message)).toBeNull();
    expect(signer(2).verify(CHANNEL, message)).toBeNull();
    expect(signer(2, 1).verify(CHANNEL, message)).toMatchObject({ from: FROM });
    expect(signer(1).verify(CHANNEL, ` ${message}`)).toBeNull();
    expect(signer(1).verify(CHANNEL, message.replace('words', 'lies'))).toBeNull();
    expect(signer(1).verify(CHANNEL, `A${message}`)).toBeNull();
  });

  it('may be a minute old, or from a clock a minute ahead, and no more', () => {
    const message = signer(1).sign(CHANNEL, FROM, '');
    const agesMs = [60_000, -60_000, 60_001, -60_001];
    const accepted = agesMs.map((ageMs) => {
      clock.at += ageMs;
      const found = signer(1).verify(CHANNEL, message);
      clock.at -= ageMs;
      return found !== null;
    });
    expect(accepted).toEqual([true, true, false, false]);
  });

  it('counts from each sender on each channel; only the oldest of four thousand senders is forgotten', () => {
    const [sender, verifier] = [signer(1), signer(1)];
    const first = sender.sign(CHANNEL, FROM, '1');
    const second = sender.sign(CHANNEL, FROM, '2');
    expect(verifier.verify(CHANNEL, second)).not.toBeNull();
    expect(verifier.verify(CHANNEL, first)).toBeNull();
    expect(verifier.verify('d', sender.sign('d', FROM, '3'))).not.toBeNull();
    const others = (count: number, at: number) => {
      for (let each = 0; each < count; each += 1)
        verifier.verify(CHANNEL, signer(1).sign(CHANNEL, (at + each).toString(16), ''));
    };
    // The sender speaks again, so that it is not the oldest any more.
    others(4_000, 0x1000);
    expect(verifier.verify(CHANNEL, sender.sign(CHANNEL, FROM, '4'))).not.toBeNull();
    others(4_095, 0x10000);
    expect(verifier.verify(CHANNEL, second)).toBeNull();
    others(1, 0x30000);
    expect(verifier.verify(CHANNEL, second)).not.toBeNull();
  });
});

describe('who is online at a node of the previous version', () => {
  function presence() {
    const commands: unknown[][] = [];
    const redis = Object.assign(new EventEmitter(), {
      fails: false,
      online: new Map<string, Set<string>>(),
    });
    const run = (...command: unknown[]) => {
      commands.push(command);
      return redis.fails ? Promise.reject(new Error('down')) : Promise.resolve(1);
    };
    const state = { token: 'a1', previous: ['b1', 'c1'] };
    const errors: string[] = [];
    const own = new PresenceSets({
      redis: Object.assign(redis, {
        sadd: (name: string, ...accounts: string[]) => run('sadd', name, accounts),
        srem: (name: string, account: string) => run('srem', name, account),
        pexpire: (name: string, ms: number) => run('pexpire', name, ms),
        smismember: async (name: string, ...accounts: string[]) => {
          await run('smismember', name);
          return accounts.map((account) => (redis.online.get(name)?.has(account) ? 1 : 0));
        },
      }) as unknown as Redis,
      prefix: 'p',
      me: () => state.token,
      previous: () => state.previous,
      keepMs: 30_000,
      onError: (what) => void errors.push(what),
    });
    return { own, redis, commands, state, errors, take: () => commands.splice(0) };
  }

  it('is asked of each of them; nobody is asked about nobody, and no node where there is none', async () => {
    const { own, redis, commands, state, errors } = presence();
    redis.online.set('{p}:online:a1', new Set(['ada']));
    redis.online.set('{p}:online:b1', new Set(['bob']));
    redis.online.set('{p}:online:c1', new Set(['eda', 'bob']));
    expect([...(await own.among([]))]).toEqual([]);
    const previous = state.previous.splice(0);
    expect([...(await own.among(['bob']))]).toEqual([]);
    expect(commands).toEqual([]);
    state.previous = previous;
    expect([...(await own.among(['ada', 'bob', 'cem', 'eda']))].sort()).toEqual(['bob', 'eda']);
    redis.fails = true;
    expect([...(await own.among(['bob']))]).toEqual([]);
    expect(errors).toEqual(['remote presence read failed']);
  });

  it('is published while one lives, as it changes, kept alive, and published whole after another life or connection', async () => {
    const { own, redis, state, errors, take } = presence();
    const previous = state.previous.splice(0);
    own.arrived('ada');
    own.repeat();
    expect(take()).toEqual([]);
    state.previous = previous;
    own.repeat();
    expect(take()).toEqual([
      ['sadd', '{p}:online:a1', ['ada']],
      ['pexpire', '{p}:online:a1', 30_000],
    ]);
    own.arrived('bob');
    own.left('bob');
    expect(take()).toEqual([
      ['sadd', '{p}:online:a1', ['bob']],
      ['srem', '{p}:online:a1', 'bob'],
    ]);
    own.repeat();
    expect(take()).toEqual([['pexpire', '{p}:online:a1', 30_000]]);
    redis.emit('close');
    own.repeat();
    expect(take().map(([name]) => name)).toEqual(['sadd', 'pexpire']);
    own.repeat();
    expect(take().map(([name]) => name)).toEqual(['pexpire']);
    state.token = 'a2';
    for (let at = 0; at < 1_000; at += 1) own.arrived(`p${at}`);
    expect(take()).toEqual([]);
    own.repeat();
    const [first, second, last] = take() as [string, string, string[]][];
    expect([first?.slice(0, 2), first?.[2].length]).toEqual([['sadd', '{p}:online:a2'], 1_000]);
    expect([second?.[2], last]).toEqual([['p999'], ['pexpire', '{p}:online:a2', 30_000]]);
    state.previous.length = 0;
    own.repeat();
    own.arrived('dora');
    expect(take()).toEqual([]);
    state.previous.push('b1');
    own.repeat();
    expect(take().map(([name]) => name)).toEqual(['sadd', 'sadd', 'pexpire']);
    redis.fails = true;
    own.arrived('cem');
    await breath();
    expect(errors).toEqual(['presence publish failed']);
  });
});
