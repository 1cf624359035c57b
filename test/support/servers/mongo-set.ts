/** A real replica set of three mongod processes, any of which can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { poll } from '../time/poll.js';
import { freePort } from './free-port.mjs';

export interface MongoSet {
  readonly ports: readonly number[];
  uri(database: string): string;
  /** The port of the primary; waits for one. */
  primary(): Promise<number>;
  /** A member that is not the primary. */
  secondary(): Promise<number>;
  /** The primary gives its place up and may not take it back for a while. */
  stepDown(): Promise<void>;
  /** kill -9 */
  kill(port: number): Promise<void>;
  start(port: number): Promise<void>;
  /** It stands still, and its connections stay open. */
  freeze(port: number): void;
  thaw(port: number): void;
  stop(): Promise<void>;
}

/** Votes for another primary when the old one has been silent this long; MongoDB's own default is ten seconds. */
export const ELECTION_MS = 2_000;
const SET = 'rs0';
const WITHIN_MS = 40_000;

interface Member {
  port: number;
  dir: string;
  child: ChildProcess | null;
}

export async function startMongoSet(binary: string): Promise<MongoSet> {
  const members: Member[] = [];
  for (let at = 0; at < 3; at += 1) {
    const dir = await mkdtemp(join(tmpdir(), 'meydan-mongo-set-'));
    members.push({ port: await freePort(), dir, child: null });
  }
  for (const member of members) begin(binary, member);
  const ports = members.map(({ port }) => port);
  await initiate(ports);
  const memberAt = (port: number): Member => {
    const member = members.find((one) => one.port === port);
    if (!member) throw new Error(`no member of the set is on port ${port}`);
    return member;
  };
  const set: MongoSet = {
    ports,
    uri: (database) => `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}?replicaSet=${SET}`,
    primary: () => poll(() => primaryAmong(living(members)), { until: 'there is a primary', withinMs: WITHIN_MS }),
    async secondary() {
      const primary = await set.primary();
      return living(members).find((port) => port !== primary) as number;
    },
    stepDown: async () => {
      const hasStepped = async () => stepDown(await set.primary());
      await poll(hasStepped, { until: 'a primary has given its place up', withinMs: WITHIN_MS });
    },
    kill: (port) => kill(memberAt(port)),
    freeze: (port) => void memberAt(port).child?.kill('SIGSTOP'),
    thaw: (port) => void memberAt(port).child?.kill('SIGCONT'),
    async start(port) {
      begin(binary, memberAt(port));
      await poll(() => isServing(port), { until: `the member on port ${port} has caught up`, withinMs: WITHIN_MS });
    },
    async stop() {
      await Promise.all(members.map(kill));
      await Promise.all(members.map(({ dir }) => rm(dir, { recursive: true, force: true })));
    },
  };
  await set.primary();
  return set;
}

const living = (members: Member[]): number[] => members.filter(({ child }) => child !== null).map(({ port }) => port);

function begin(binary: string, member: Member): void {
  const options = [
    '--dbpath',
    member.dir,
    '--port',
    String(member.port),
    '--bind_ip',
    '127.0.0.1',
    '--nounixsocket',
    '--quiet',
    '--wiredTigerCacheSizeGB',
    '0.25',
    '--setParameter',
    'diagnosticDataCollectionEnabled=false',
    // As docs/guides/production.md tells operators.
    '--setParameter',
    'oplogNetworkTimeoutBufferSeconds=2',
    '--setParameter',
    'oplogFetcherSteadyStateMaxFetcherRestarts=0',
    '--oplogSize',
    '128',
    '--replSet',
    SET,
  ];
  member.child = spawn(binary, options, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function kill(member: Member): Promise<void> {
  const { child } = member;
  member.child = null;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function initiate(ports: number[]): Promise<void> {
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` }));
  const settings = { electionTimeoutMillis: ELECTION_MS, heartbeatIntervalMillis: 500 };
  const config = { _id: SET, members, settings };
  const ask = () => onMember(ports[0] as number, (admin) => admin.command({ replSetInitiate: config }));
  await poll(() => Promise.all(ports.map((port) => answers(port))).then((all) => all.every(Boolean)), {
    until: 'every mongod answers',
    withinMs: WITHIN_MS,
  });
  await ask();
}

/** Of several that say so, the one in the newest term: an old one may not have heard yet. */
async function primaryAmong(ports: number[]): Promise<number | null> {
  const said = await Promise.all(ports.map(async (port) => ({ port, hello: await helloOf(port) })));
  const primaries = said.filter(({ hello }) => hello?.isWritablePrimary);
  const newest = primaries.sort((a, b) => termOf(b.hello) - termOf(a.hello))[0];
  return newest?.port ?? null;
}

const termOf = (hello: Record<string, unknown> | null): number =>
  Number((hello?.lastWrite as { opTime?: { t: unknown } } | undefined)?.opTime?.t ?? 0);
const answers = async (port: number): Promise<boolean> => (await helloOf(port)) !== null;

async function isServing(port: number): Promise<boolean> {
  const hello = await helloOf(port);
  return hello?.isWritablePrimary === true || hello?.secondary === true;
}

/** Null while it does not answer. */
const helloOf = (port: number): Promise<Record<string, unknown> | null> =>
  onMember(port, (admin) => admin.command({ hello: 1 })).catch(() => null);

/** False when none of the others may take its place yet: those that have just given it up may not for a while. */
async function stepDown(port: number): Promise<boolean> {
  const down = { replSetStepDown: 5, secondaryCatchUpPeriodSecs: 3 };
  return onMember(port, (admin) => admin.command(down)).then(
    () => true,
    () => false,
  );
}

async function onMember<T>(port: number, run: (admin: Db) => Promise<T>): Promise<T> {
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000 });
  try {
    await client.connect();
    return await run(client.db('admin'));
  } finally {
    await client.close();
  }
}
