import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { poll } from '../time/poll.js';
import { beginMongod, uriOf } from './mongod-server.mjs';

/** The mongod that all files of a run share: nobody stops it, holds it up, or changes how it is configured. */
export interface SharedMongod {
  /** The connection string of a database that no other test uses. */
  freshUri(): string;
  uriOf(database: string): string;
}

/** A real mongod, a replica set of one member, on a port of its own. */
export interface Mongod extends SharedMongod {
  process: ChildProcess;
  stop(): Promise<void>;
}

/** The mongod that is here, or undefined; where the tests must not skip anything (CI), a missing one is an error. */
export function mongodForTests(): string | undefined {
  // `npm test` has looked already, and a process for each suite that asks would be paid for nothing.
  // Set and empty: none is to be used.
  if (process.env.MEYDAN_MONGOD !== undefined) return process.env.MEYDAN_MONGOD || undefined;
  const script = fileURLToPath(new URL('../../../scripts/fetch/mongod.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  const found = stdout.trim() || undefined;
  if (found || !process.env.CI) return found;
  throw new Error('no mongod: run `node scripts/fetch/mongod.mjs` before the tests');
}

/** For tests that kill it, hold it up, configure it or count what it does; `more` is empty where it stands alone. */
export async function startMongod(binary: string, more: string[] = ['--replSet', 'rs0']): Promise<Mongod> {
  const { port, process, started, stop } = await beginMongod(binary, more);
  await started;
  const mongod = { ...on(port), process, stop };
  if (more.includes('--replSet')) await takesWrites(mongod);
  return mongod;
}

/** The one that jest's global setup began (test/support/global-setup.mjs). */
export async function sharedMongod(): Promise<SharedMongod> {
  const port = process.env.MEYDAN_TEST_MONGOD_PORT;
  if (!port) throw new Error('the global setup found no mongod');
  const mongod = on(Number(port));
  await takesWrites(mongod);
  return mongod;
}

const on = (port: number): SharedMongod => ({
  uriOf: (database) => uriOf(port, database),
  freshUri: () => uriOf(port, `test-${randomUUID()}`),
});

async function takesWrites(mongod: SharedMongod): Promise<void> {
  const client = new MongoClient(mongod.uriOf('admin'), { serverSelectionTimeoutMS: 20_000 });
  const hello = async () => (await client.db('admin').command({ hello: 1 })).isWritablePrimary;
  try {
    await poll(hello, { until: 'mongod is primary', withinMs: 30_000 });
  } finally {
    await client.close();
  }
}
