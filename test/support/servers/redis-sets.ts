/** Redis as operators run it: a master with replicas watched by sentinels, and a cluster. All with a password. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { poll } from '../time/poll.js';
import { freePort } from './free-port.mjs';

export interface RedisSet extends AsyncDisposable {
  /** As REDIS_URL wants it. */
  url: string;
  /** The master of the keys with this hash tag. */
  masterOf(hashTag: string): Promise<RedisMember>;
}

export interface RedisMember {
  port: number;
  process: ChildProcess;
}

export const PASSWORD = 'a-password';
const MASTER = 'mymaster';
const SLOTS = 16_384;
/** The bus of a cluster listens that much higher. */
const BUS_OFFSET = 10_000;
const LOGIN = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];

class Members implements AsyncDisposable {
  readonly all: RedisMember[] = [];
  readonly #dirs: string[] = [];
  readonly #binary: string;

  constructor(binary: string) {
    this.#binary = binary;
  }

  async start(options: string[], config = ''): Promise<RedisMember> {
    const dir = await mkdtemp(join(tmpdir(), 'meydan-redis-'));
    this.#dirs.push(dir);
    const port = await portWithBus();
    const file = join(dir, 'redis.conf');
    await writeFile(file, `port ${port}\nbind 127.0.0.1\ndir ${dir}\n${config}`);
    const child = spawn(this.#binary, [file, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
    const member = { port, process: child };
    this.all.push(member);
    await asked(member, async (client) => {
      await poll(async () => (await client.ping().catch(() => '')) === 'PONG', { until: 'redis-server answers' });
    });
    return member;
  }

  at(port: number): RedisMember {
    const member = this.all.find((each) => each.port === port);
    if (!member) throw new Error(`no member listens on ${port}`);
    return member;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process } of this.all) {
      if (process.exitCode !== null || process.signalCode !== null) continue;
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    for (const dir of this.#dirs) await rm(dir, { recursive: true, force: true });
  }
}

/** A master with two replicas, and three sentinels that agree by two. */
export async function startSentinels(binary: string): Promise<RedisSet> {
  const members = new Members(binary);
  const options = ['--save', '', '--appendonly', 'no', ...LOGIN];
  const master = await members.start(options);
  for (let count = 0; count < 2; count += 1) {
    await members.start([...options, '--replicaof', `127.0.0.1 ${master.port}`]);
  }
  const config = [
    `requirepass ${PASSWORD}`,
    `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
    `sentinel auth-pass ${MASTER} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${MASTER} 1000`,
    `sentinel failover-timeout ${MASTER} 6000`,
    '',
  ].join('\n');
  const sentinels = [];
  for (let count = 0; count < 3; count += 1) sentinels.push(await members.start(['--sentinel'], config));
  const first = sentinels[0] as RedisMember;
  await asked(first, async (client) => {
    // Sentinels find each other, and the replicas, through the master.
    const knows = async (what: 'sentinels' | 'replicas') =>
      ((await client.call('SENTINEL', what, MASTER)) as unknown[]).length === 2;
    await poll(async () => (await knows('sentinels')) && (await knows('replicas')), { until: 'the sentinels agree' });
  });
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join();
  return {
    url: `redis+sentinel://:${PASSWORD}@${hosts}/${MASTER}?sentinel_password=${PASSWORD}`,
    masterOf: () =>
      asked(first, async (client) => {
        const [, port] = (await client.call('SENTINEL', 'get-master-addr-by-name', MASTER)) as [string, string];
        return members.at(Number(port));
      }),
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

/** Three masters that share the slots, and a replica for each. */
export async function startCluster(binary: string): Promise<RedisSet> {
  const members = new Members(binary);
  const options = [
    '--save',
    '',
    '--appendonly',
    'no',
    '--cluster-enabled',
    'yes',
    '--cluster-node-timeout',
    '1500',
    ...LOGIN,
  ];
  for (let count = 0; count < 6; count += 1) await members.start(options);
  const [seed, ...others] = members.all as [RedisMember, ...RedisMember[]];
  const masters = members.all.slice(0, 3);
  for (const [at, member] of masters.entries()) {
    const first = Math.ceil((SLOTS * at) / 3);
    const last = Math.ceil((SLOTS * (at + 1)) / 3);
    const slots = Array.from({ length: last - first }, (_, index) => String(first + index));
    await asked(member, (client) => client.call('CLUSTER', 'ADDSLOTS', ...slots));
  }
  await asked(seed, async (client) => {
    for (const { port } of others) await client.call('CLUSTER', 'MEET', '127.0.0.1', String(port));
  });
  const knowsAll = async (member: RedisMember) =>
    (await asked(member, (client) => client.cluster('INFO'))).includes('cluster_known_nodes:6');
  await poll(async () => (await Promise.all(members.all.map(knowsAll))).every(Boolean), { until: 'all have met' });
  for (const [at, replica] of members.all.slice(3).entries()) {
    const id = await asked(masters[at] as RedisMember, (client) => client.cluster('MYID'));
    await asked(replica, (client) => client.call('CLUSTER', 'REPLICATE', id as string));
  }
  const isReady = async (member: RedisMember) =>
    (await asked(member, (client) => client.cluster('INFO'))).includes('cluster_state:ok') &&
    (await asked(member, (client) => client.info('replication'))).match(/role:master|master_link_status:up/) !== null;
  await poll(async () => (await Promise.all(members.all.map(isReady))).every(Boolean), {
    until: 'the cluster is ready',
  });
  return {
    url: `redis+cluster://:${PASSWORD}@${others.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    async masterOf(hashTag) {
      const living = members.all.find(({ process }) => process.exitCode === null && process.signalCode === null);
      return asked(living as RedisMember, async (client) => {
        const slot = Number(await client.cluster('KEYSLOT', hashTag));
        const range = (await client.cluster('SLOTS')).find(([first, last]) => first <= slot && slot <= last);
        return members.at(Number(range?.[2]?.[1]));
      });
    },
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

async function asked<T>({ port }: RedisMember, ask: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({ port, host: '127.0.0.1', password: PASSWORD, retryStrategy: () => 50 });
  // It is refused until the server listens; the poll says when that takes too long.
  client.on('error', () => undefined);
  try {
    return await ask(client);
  } finally {
    client.disconnect();
  }
}

async function portWithBus(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port + BUS_OFFSET <= 65_535) return port;
  }
}
