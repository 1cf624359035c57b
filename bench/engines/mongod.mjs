import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { freePort } from '../../scripts/cluster/ports.mjs';

/** A mongod for one run: a replica set of one, on a port of its own. `cpu` pins it to a core, as `taskset` does. */
export async function startMongod({ cpu } = {}) {
  const script = fileURLToPath(new URL('../../scripts/fetch/mongod.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  const dir = mkdtempSync(join(tmpdir(), 'meydan-bench-mongod-'));
  const port = await freePort();
  const command = [stdout.trim(), '--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
  command.push('--quiet', '--replSet', 'rs0', '--wiredTigerCacheSizeGB', '0.5');
  if (cpu !== undefined) command.unshift('taskset', '-c', String(cpu));
  const child = spawn(command[0], command.slice(1), { stdio: 'ignore' });
  const uri = `mongodb://127.0.0.1:${port}/bench?directConnection=true`;
  await initiate(uri, port);
  return {
    uri,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function initiate(uri, port) {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 20_000 });
  await client.connect();
  const admin = client.db('admin');
  await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
  const deadline = performance.now() + 20_000;
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
    if (performance.now() > deadline) throw new Error('mongod did not become primary');
    await sleep(20);
  }
  await client.close();
}
