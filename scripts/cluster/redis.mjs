/** A Redis of this cluster's own. It keeps nothing when it stops, because nothing in it has to be kept. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { endChild, startChild, untilReady } from './child.mjs';
import { freePort } from './ports.mjs';
import { findProgram } from './programs.mjs';

const READY_MS = 20_000;
const END_MS = 5_000;
const OWNERS = '{meydan}:owners';

export async function startRedis(dir) {
  const binary = findProgram('redis');
  const home = join(dir, 'redis');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const kept = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
  const server = startChild('redis', binary, ['--port', String(port), '--bind', '127.0.0.1', '--dir', home, ...kept]);
  const client = new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 0, retryStrategy: () => 100 });
  // It is refused until the server listens; the caller reports when that takes too long.
  client.on('error', () => undefined);
  const stop = async () => {
    client.disconnect();
    await endChild(server, 'SIGTERM', END_MS);
  };
  try {
    await untilReady(server, async () => (await client.ping()) === 'PONG', READY_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    server,
    stop,
    /** How many slots are somebody's. */
    slotsTaken: () => client.hlen(OWNERS),
  };
}
