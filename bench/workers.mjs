/**
 * What a message costs one process and several workers on one machine: the same load at the same rate, people of each
 * room on all workers in turn, and then as much as they take. Counted is the processor time of each process.
 *
 *   npm run bench:workers -- --forms embedded,mongo,redis,workers --rate 400
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/cluster/ports.mjs';
import { startMongod } from './engines/mongod.mjs';
import { startRedis, untilShared } from './engines/redis.mjs';
import { optionsOf } from './lib/options.mjs';
import { startGenerator } from './overload/process-of.mjs';
import { settle } from './sockets/people.mjs';

const options = optionsOf(
  {
    forms: ['embedded,mongo,redis,workers', 'one process by itself on each engine, one with Redis, two workers'],
    rooms: [40, 'rooms'],
    members: [4, 'people in each'],
    rate: [300, 'messages a second at the fixed rate'],
    'in-flight': [64, 'messages under way in the closed loop'],
    seconds: [6, 'of each step'],
  },
  'bench:workers',
);

const forms = {
  embedded: { workers: 1, hasMongo: false, hasRedis: false },
  mongo: { workers: 1, hasMongo: true, hasRedis: false },
  redis: { workers: 1, hasMongo: true, hasRedis: true },
  workers: { workers: 2, hasMongo: true, hasRedis: true },
};
const MAIN = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));
const DEADLINE_MS = 10_000;

const mongod = await startMongod();
const rows = {};
try {
  for (const name of options.forms.split(',')) Object.assign(rows, await measure(name, forms[name]));
} finally {
  await mongod.stop();
}
console.table(rows);
console.log(JSON.stringify({ bench: 'workers', at: new Date().toISOString(), node: process.version, options, rows }));

async function measure(name, form) {
  const redis = form.hasRedis ? await startRedis() : null;
  const service = await startService(name, form, redis);
  let generator;
  try {
    if (redis) await untilShared(redis.client, form.workers);
    const tag = `w${process.pid.toString(36)}${name}`;
    const rooms = await settle(service.port, { rooms: options.rooms, members: options.members, tag });
    const targets = rooms.flatMap(({ slug, tokens }) =>
      tokens.map((token, nth) => ({ room: slug, token, name: `${slug}.${nth}` })),
    );
    generator = await startGenerator({ kind: 'sockets', port: service.port, targets, tag });
    const ms = options.seconds * 1_000;
    const parts = {
      service: () => treeOf(service.pid),
      mongod: () => [mongod.pid],
      redis: () => (redis ? [redis.pid] : []),
    };
    const step = async (load) => stepOf(generator, { ...load, ms, deadlineMs: DEADLINE_MS }, parts);
    await step({ inFlight: options['in-flight'] });
    const fixed = await step({ rate: options.rate });
    const peak = await step({ inFlight: options['in-flight'] });
    return { [`${name}, fixed rate`]: fixed, [`${name}, closed loop`]: peak };
  } finally {
    generator?.close();
    await service.stop();
    await redis?.stop();
  }
}

async function stepOf(generator, load, parts) {
  const look = () => Object.entries(parts).map(([part, pids]) => [part, sum(pids().map(cpuMsOf))]);
  const before = look();
  const { ended, figures } = await generator.run(load);
  const after = look();
  const { good, p50, p99 } = await figures;
  const costs = after.map(([part, ms], at) => [`µs of ${part}`, Math.round(((ms - before[at][1]) * 1_000) / good)]);
  const cores = sum(after.map(([, ms], at) => ms - before[at][1])) / 1_000 / ended.seconds;
  return {
    'acked/s': Math.round(good / ended.seconds),
    p50,
    p99,
    ...Object.fromEntries(costs),
    cores: cores.toFixed(2),
  };
}

async function startService(name, { workers, hasMongo }, redis) {
  const [dir, port] = [mkdtempSync(join(tmpdir(), 'meydan-bench-workers-')), await freePort()];
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PORT: String(port),
    METRICS_PORT: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR: dir,
    SECRET: 'bench'.repeat(8),
    ...(hasMongo && { MONGODB_URI: mongod.uri.replace('/bench?', `/workers-${name}?`) }),
    ...(redis && { REDIS_URL: redis.url, NODE_NAME: 'bench', LEASE_MS: '12000' }),
    ...(workers > 1 && { WORKERS: String(workers) }),
  };
  const child = spawn(process.execPath, ['--max-semi-space-size=64', MAIN], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null))?.status === 200;
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await sleep(100);
  }
  return {
    port,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** The process and its children. */
function treeOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(treeOf)];
}

/** Linux counts in hundredths of a second. */
function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
