/** A database, a Redis and the requested number of nodes, each a process of its own; and the counters of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { startMongod } from '../engines/mongod.mjs';
import { startRedis, untilShared } from '../engines/redis.mjs';

const NODE = fileURLToPath(new URL('./node-process.mjs', import.meta.url));
/** Longer than usual: a machine that is busy with other things must not look like a node that has died. */
const LEASE_MS = '12000';

export async function startGround() {
  const dir = mkdtempSync(join(tmpdir(), 'meydan-bench-cluster-'));
  const mongod = await startMongod();
  const redis = await startRedis();
  const client = await new MongoClient(mongod.uri).connect();
  const nodes = [];
  const settings = {
    MONGODB_URI: mongod.uri,
    REDIS_URL: redis.url,
    DATA_DIR: dir,
    LEASE_MS,
    SECRET: 'bench'.repeat(8),
  };
  const ground = {
    nodes,
    /** Starts the missing nodes, and waits until every node has a fair share. */
    async grow(count) {
      while (nodes.length < count) nodes.push(await startNode(`node-${nodes.length + 1}`, settings));
      await untilShared(redis.client, nodes.length);
    },
    /** All nodes again, with nothing in memory. */
    async restart() {
      const count = nodes.length;
      await Promise.all(nodes.splice(0).map((node) => node.stop()));
      await ground.grow(count);
    },
    look: () => lookAt({ nodes, mongod, redis, client }),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await client.close();
      await redis.stop();
      await mongod.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return ground;
}

async function startNode(name, settings) {
  const env = { ...process.env, ...settings, NODE_NAME: name };
  const child = spawn(process.execPath, ['--expose-gc', NODE], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  let asked = 0;
  const waiting = new Map();
  child.on('message', ({ id, answer, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(`${name}: ${error}`));
    else resolve(answer);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${code}`));
  });
  const ask = (what, given = {}) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      child.send({ id: asked, what, given });
    });
  const { port } = await ask('start');
  const stop = async () => {
    const gone = once(child, 'exit');
    await ask('stop');
    child.disconnect();
    await gone;
  };
  return { name, port, ask, stop };
}

/** Totals since the beginning; two of them make a stretch. */
async function lookAt({ nodes, mongod, redis, client }) {
  const own = await Promise.all(nodes.map((node) => node.ask('look')));
  const admin = client.db('admin');
  const { totals } = await admin.command({ top: 1 });
  const { opcounters } = await admin.command({ serverStatus: 1 });
  const sum = (key) => own.reduce((total, one) => total + one[key], 0);
  return {
    at: performance.now(),
    acked: sum('acked'),
    delivered: sum('delivered'),
    linkMessages: sum('linkMessages'),
    linkCharacters: sum('linkCharacters'),
    socketDeliveries: sum('socketDeliveries'),
    nodesMs: sum('cpuMs'),
    mongodMs: cpuMsOf(mongod.pid),
    redisMs: cpuMsOf(redis.pid),
    redisCommands: await commandsOf(redis.client),
    ...(await bytesOf(redis.client)),
    storeReads: opcounters.query + opcounters.getmore,
    readsOf: Object.fromEntries(
      Object.entries(totals)
        .filter(([name]) => name.startsWith('bench.'))
        .map(([name, { queries }]) => [name.slice('bench.'.length), queries.count]),
    ),
  };
}

/** Linux counts in hundredths of a second; elsewhere nothing is told. */
function cpuMsOf(pid) {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The cost of the measurement itself is subtracted: its own requests, and heartbeats, which occur without messages. */
const NOT_OF_MESSAGES = new Set([
  'info',
  'config|resetstat',
  'hvals',
  'ping',
  'time',
  'hgetall',
  'hset',
  'hget',
  'incr',
  'get',
]);

async function commandsOf(redis) {
  const text = await redis.info('commandstats');
  const counts = {};
  for (const [, name, calls] of text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)) {
    if (!NOT_OF_MESSAGES.has(name)) counts[name] = Number(calls);
  }
  return counts;
}

async function bytesOf(redis) {
  const text = await redis.info('stats');
  const number = (name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)[1]);
  return { redisIn: number('total_net_input_bytes'), redisOut: number('total_net_output_bytes') };
}
