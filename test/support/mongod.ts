import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { freePort } from './free-port.js';
import { poll } from './poll.js';

/** A real mongod, a replica set of one member, on a port of its own. */
export interface Mongod {
  /** The connection string of a database that no other test uses. */
  freshUri(): string;
  uriOf(database: string): string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** The mongod that is here, or undefined; where the tests must not skip anything (CI), a missing one is an error. */
export function mongodForTests(): string | undefined {
  const script = fileURLToPath(new URL('../../scripts/fetch-mongod.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  const found = stdout.trim() || undefined;
  if (found || !process.env.CI) return found;
  throw new Error('no mongod: run `node scripts/fetch-mongod.mjs` before the tests');
}

export async function startMongod(binary: string, more: string[] = ['--replSet', 'rs0']): Promise<Mongod> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-mongod-'));
  const port = await freePort();
  const child = spawn(binary, [...argumentsFor(dir, port), ...more], { stdio: ['ignore', 'ignore', 'inherit'] });
  const uriOf = (database: string) => `mongodb://127.0.0.1:${port}/${database}?directConnection=true`;
  await ready(uriOf('admin'), port, child, more.includes('--replSet'));
  return {
    uriOf,
    freshUri: () => uriOf(`test-${randomUUID()}`),
    process: child,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const argumentsFor = (dir: string, port: number): string[] => [
  ...['--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', '--quiet'],
  ...['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
];

async function ready(uri: string, port: number, child: ChildProcess, replicaSet: boolean): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 20_000 });
  try {
    await Promise.race([
      client.connect(),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`mongod ended with ${code} before it was ready`))),
    ]);
    if (!replicaSet) return;
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
    await poll(async () => (await admin.command({ hello: 1 })).isWritablePrimary, { until: 'mongod is primary' });
  } finally {
    await client.close();
  }
}
