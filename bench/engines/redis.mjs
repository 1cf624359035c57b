/** A Redis for one run, and the shares of its nodes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../scripts/cluster/ports.mjs';

const SLOTS = 1_024;
const OWNERS = '{meydan}:owners';
const VERSION = '{meydan}:version';
/** Longer than from one beat to the next. */
const SETTLED_MS = 6_000;

export async function startRedis() {
  const port = await freePort();
  const binary = process.env.MEYDAN_REDIS ?? 'redis-server';
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(binary, options, { stdio: 'ignore' });
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50 });
  client.on('error', () => undefined);
  await client.ping();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    client,
    async stop() {
      client.disconnect();
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Rendezvous is fair to a fifth; hand-overs go a tenth of all at a time, and the table tells when the last was. */
export async function untilShared(redis, count) {
  const giveUpAt = performance.now() + 180_000;
  let quietSince = performance.now();
  let seen = '';
  for (;;) {
    const shares = new Map();
    const owners = await redis.hvals(OWNERS);
    for (const token of owners) shares.set(token, (shares.get(token) ?? 0) + 1);
    const isFair = [...shares.values()].every((share) => share > (SLOTS / count) * 0.7);
    const version = await redis.get(VERSION);
    if (version !== seen || owners.length < SLOTS || shares.size !== count || !isFair) quietSince = performance.now();
    seen = version;
    if (performance.now() - quietSince > SETTLED_MS) return;
    if (performance.now() > giveUpAt) throw new Error(`the slots are not shared: ${[...shares.values()].join(', ')}`);
    await sleep(200);
  }
}
