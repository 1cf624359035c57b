/** A replica set of one or three members on this machine: it stands in for a real one, and keeps its data. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { endChild, startChild, untilReady } from './child.mjs';
import { keptPorts } from './ports.mjs';
import { findProgram } from './programs.mjs';

const SET = 'rs0';
const READY_MS = 60_000;
const END_MS = 20_000;

export async function startMongo(dir, count) {
  const binary = findProgram('mongod');
  // A set of another size is another set.
  const home = join(dir, count === 1 ? 'mongo' : `mongo-${count}`);
  const ports = await keptPorts(home, count);
  const members = ports.map((port, at) => startMember(binary, join(home, String(at + 1)), port, at + 1));
  const uri = `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/meydan?replicaSet=${SET}`;
  const stop = () => Promise.all(members.map((member, at) => stopMember(member, ports[at])));
  try {
    for (const [at, member] of members.entries()) await untilReady(member, () => helloOf(ports[at]), READY_MS);
    await initiate(ports);
    await untilReady(members[0], () => hasPrimary(ports), READY_MS);
  } catch (error) {
    await Promise.all(members.map((member) => endChild(member, 'SIGKILL', 0)));
    throw error;
  }
  return { uri, members, stop };
}

function startMember(binary, dir, port, number) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return startChild(`mongod-${number}`, binary, [
    '--dbpath',
    dir,
    '--port',
    String(port),
    '--bind_ip',
    '127.0.0.1',
    '--nounixsocket',
    '--quiet',
    '--replSet',
    SET,
    '--oplogSize',
    '512',
    '--wiredTigerCacheSizeGB',
    '0.5',
    '--setParameter',
    'diagnosticDataCollectionEnabled=false',
    // A secondary leaves a silent primary within seconds, so that there is a majority without it.
    '--setParameter',
    'oplogNetworkTimeoutBufferSeconds=2',
    '--setParameter',
    'oplogFetcherSteadyStateMaxFetcherRestarts=0',
  ]);
}

async function initiate(ports) {
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` }));
  // A short election timeout, so that a test of a lost primary takes little time.
  const settings = { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500 };
  try {
    await onMember(ports[0], (admin) => admin.command({ replSetInitiate: { _id: SET, members, settings } }));
  } catch (error) {
    if (error.codeName !== 'AlreadyInitialized') throw error;
  }
}

async function hasPrimary(ports) {
  const said = await Promise.all(ports.map((port) => helloOf(port).catch(() => null)));
  return said.some((hello) => hello?.isWritablePrimary);
}

const helloOf = (port) => onMember(port, (admin) => admin.command({ hello: 1 }));

async function stopMember(member, port) {
  if (!member.isRunning()) return;
  // Told by a signal, a primary waits for another one first. It ends without an answer.
  await onMember(port, (admin) => admin.command({ shutdown: 1, force: true, timeoutSecs: 0 })).catch(() => undefined);
  await endChild(member, 'SIGTERM', END_MS);
}

async function onMember(port, run) {
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 });
  try {
    await client.connect();
    return await run(client.db('admin'));
  } finally {
    await client.close();
  }
}
