import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { describeWith } from '../skipped-suites.js';
import { poll } from '../time/poll.js';
import { freePort } from './free-port.mjs';

/** A real Redis on a port of its own, which keeps nothing when it stops. */
export interface RedisServer {
  url: string;
  port: number;
  process: ChildProcess;
  stop(): Promise<void>;
}

/**
 * The redis-server that is here, or undefined; where the tests must not skip anything (CI), a missing one is an error.
 */
export function redisForTests(): string | undefined {
  const script = fileURLToPath(new URL('../../../scripts/fetch/redis.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  const found = stdout.trim() || undefined;
  if (found || !process.env.CI) return found;
  throw new Error('no redis-server: run `node scripts/fetch/redis.mjs` before the tests');
}

export async function startRedis(binary: string, port?: number): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-redis-'));
  const on = port ?? (await freePort());
  const options = ['--port', String(on), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir];
  const child = spawn(binary, options, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `redis://127.0.0.1:${on}`;
  await ready(url, child);
  return {
    url,
    port: on,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 20 });
  // It is refused until the server listens; the poll says when that takes too long.
  client.on('error', () => undefined);
  client.connect().catch(() => undefined);
  try {
    await poll(async () => child.exitCode !== null || (client.status === 'ready' && (await client.ping()) === 'PONG'), {
      until: 'redis-server answers',
    });
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
  } finally {
    client.disconnect();
  }
}

/** Runs the tests against a real Redis. Without one they are left out loudly; in CI that is a failure. */
export function describeOnRedis(name: string, tests: (redis: () => RedisServer) => void): void {
  describeWith({ 'redis-server': redisForTests() }, name, ({ 'redis-server': binary }) => {
    let server: RedisServer | undefined;
    beforeAll(async () => {
      server = await startRedis(binary);
    });
    afterAll(() => server?.stop());
    describe('on Redis', () =>
      tests(() => {
        if (!server) throw new Error('redis-server is started before each suite');
        return server;
      }));
  });
}
