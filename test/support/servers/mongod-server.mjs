/** The life of a mongod for tests, for jest's own process and for files of tests alike. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { freePort } from './free-port.mjs';

const CONNECT_MS = 20_000;

/** Begins one and does not wait: `started` is fulfilled as soon as it answers and its replica set is initiated. */
export async function beginMongod(binary, more) {
  const [dir, port] = await Promise.all([mkdtemp(join(tmpdir(), 'meydan-mongod-')), freePort()]);
  const child = spawn(binary, [...argumentsFor(dir, port), ...more], { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    port,
    process: child,
    started: started(port, child, more.includes('--replSet')),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const argumentsFor = (dir, port) => [
  '--dbpath',
  dir,
  '--port',
  String(port),
  '--bind_ip',
  '127.0.0.1',
  '--nounixsocket',
  '--quiet',
  '--wiredTigerCacheSizeGB',
  '0.25',
  '--setParameter',
  'diagnosticDataCollectionEnabled=false',
];

async function started(port, child, isReplicaSet) {
  const client = new MongoClient(uriOf(port, 'admin'), { serverSelectionTimeoutMS: CONNECT_MS });
  try {
    await Promise.race([
      client.connect(),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`mongod ended with ${code} before it was ready`))),
    ]);
    if (!isReplicaSet) return;
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
  } finally {
    await client.close();
  }
}

export const uriOf = (port, database) => `mongodb://127.0.0.1:${port}/${database}?directConnection=true`;
