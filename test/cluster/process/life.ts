/** One life of a cluster under load, and what is known of it at the end. */
import { MongoClient } from 'mongodb';
import { APP_NAME } from '../../../src/store/mongo/connection.js';
import { logOf, type Person, rest } from '../../support/clients/rest.js';
import {
  type Binaries,
  type ClusterProcesses,
  startClusterProcesses,
} from '../../support/processes/cluster-processes.js';
import { poll } from '../../support/time/poll.js';
import { type Cost, costOf, failuresOf } from '../history/figures.js';
import type { History, Stars } from '../history/history.js';
import { Balancer } from './balancer.js';
import { Caller } from './caller.js';
import { type Crowd, type CrowdSize, gather } from './crowd.js';
import { Load } from './load.js';
import { Recorder } from './recorder.js';

export interface LifeOptions {
  binaries: Binaries;
  leaseMs: number;
  size: CrowdSize;
  everyMs: number;
  /** The folder of another build that the nodes begin with. */
  build?: string;
}

const CONSOLE_KEY = 'key-of-the-operators';
const WITHIN_MS = 60_000;
/** Nobody renews a session here, however long a run is. */
const TOKEN_TTL_S = 7 * 86_400;
const OPERATION_CHARS = 2_000;
const WATCH_INTERVAL_MS = 5_000;
const LONG_SILENCE_MS = 16_000;

export class Life {
  readonly leaseMs: number;
  readonly cluster: ClusterProcesses;
  readonly recorder: Recorder;
  readonly #balancer: Balancer;
  readonly #crowd: Crowd;
  readonly #load: Load;

  private constructor(
    options: LifeOptions,
    cluster: ClusterProcesses,
    balancer: Balancer,
    crowd: Crowd,
    rec: Recorder,
  ) {
    this.leaseMs = options.leaseMs;
    this.cluster = cluster;
    this.recorder = rec;
    this.#balancer = balancer;
    this.#crowd = crowd;
    const caller = new Caller(balancer, rec);
    const { everyMs } = options;
    this.#load = new Load({ crowd, caller, recorder: rec, consoleKey: CONSOLE_KEY, everyMs });
  }

  static async begin(options: LifeOptions): Promise<Life> {
    const settings = {
      SECRET: 'secret-of-the-cluster'.repeat(2),
      CONSOLE_KEY,
      LEASE_MS: String(options.leaseMs),
      RATE_LIMITS: 'off',
      ACCESS_TOKEN_TTL_S: String(TOKEN_TTL_S),
      DRAIN_S: '20',
    };
    const cluster = await startClusterProcesses(options.binaries, settings, options.build);
    const balancer = new Balancer(cluster.nodes);
    const recorder = new Recorder();
    try {
      const crowd = await gather(cluster.nodes, options.size, { balancer, recorder });
      const life = new Life(options, cluster, balancer, crowd, recorder);
      await life.recovered();
      return life;
    } catch (error) {
      balancer.stop();
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** What it cost from its beginning until everything was well again. */
  async during(name: string, run: () => Promise<void>): Promise<Cost> {
    const watching = setInterval(() => void this.#watch(), WATCH_INTERVAL_MS);
    try {
      return await this.#costDuring(name, run);
    } finally {
      clearInterval(watching);
    }
  }

  async #costDuring(name: string, run: () => Promise<void>): Promise<Cost> {
    const { recorder } = this;
    // A pause may have begun before it: with the last write of the room that has waited the longest.
    const oldest = Math.min(recorder.now(), ...recorder.lastWrites.values());
    const span = await recorder.during(name, async () => {
      await run();
      await this.recovered();
    });
    const { posts, calls } = recorder.since(oldest);
    return costOf(span, posts, calls);
  }

  /** Every room has taken a write that was answered after this was asked. */
  async writable(): Promise<void> {
    const since = this.recorder.now();
    const { rooms } = this.#crowd;
    const { lastWrites } = this.recorder;
    const isWritten = () => {
      if (this.#load.failure) throw this.#load.failure;
      return rooms.every((room) => (lastWrites.get(room) ?? 0) > since);
    };
    try {
      await poll(isWritten, { until: 'every room takes writes', withinMs: WITHIN_MS, everyMs: 50 });
    } catch (error) {
      throw new Error(`${String(error)}: ${(await this.#trouble(since)).told}`);
    }
  }

  async recovered(): Promise<void> {
    await poll(() => this.#balancer.allUp, { until: 'every node is ready', withinMs: WITHIN_MS });
    const { members } = this.#crowd;
    const isIn = () => members.every(({ member, room }) => member.isIn(room));
    await poll(isIn, { until: 'everybody follows their room', withinMs: WITHIN_MS });
    await this.writable();
  }

  /** How often a node has lost its lease, so far. */
  leasesLost(): number {
    return this.output().split('node lease lost').length - 1;
  }

  /** The load ends, everybody catches up, and the logs are read. */
  async finish(): Promise<History> {
    const { history } = this.recorder;
    const { rooms, founders } = this.#crowd;
    await this.#load.stop();
    const { url } = (this.cluster.nodes[0] as ClusterProcesses['nodes'][number]).server;
    for (const [at, room] of rooms.entries()) {
      history.logs.set(room, await logOf(url, founders[at] as Person, room));
    }
    await poll(() => this.#haveAll(history), { until: 'everybody has caught up', withinMs: WITHIN_MS });
    for (const { member } of [...this.#crowd.members, ...this.#crowd.outcasts]) member.close();
    history.stars = { ...history.stars, ...(await this.#stars(url)) };
    return history;
  }

  /** What the nodes have said. */
  output(): string {
    return this.cluster.nodes.map(({ name, server }) => `node ${name}:\n${server.output()}`).join('\n');
  }

  async end(): Promise<void> {
    this.#balancer.stop();
    for (const { member } of [...this.#crowd.members, ...this.#crowd.outcasts]) member.close();
    await this.cluster[Symbol.asyncDispose]();
  }

  /** What is under way in MongoDB while a room takes nothing for longer than any disturbance should need. */
  async #watch(): Promise<void> {
    const trouble = await this.#trouble(this.recorder.now() - LONG_SILENCE_MS);
    if (trouble.silent > 0) process.stderr.write(`${new Date().toISOString()} ${trouble.told}\n`);
  }

  /** Which rooms take nothing, what callers were told lately, and what MongoDB is doing or keeps open. */
  async #trouble(since: number): Promise<{ silent: number; told: string }> {
    const { lastWrites } = this.recorder;
    const silent = this.#crowd.rooms.filter((room) => (lastWrites.get(room) ?? 0) <= since);
    if (silent.length === 0) return { silent: 0, told: '' };
    const failed = this.recorder.since(since).calls.filter(({ at, failure }) => failure !== null && at > since);
    const told = `${silent.join(', ')} took nothing; ${JSON.stringify(failuresOf(failed))}`;
    const operations = await operationsOf(this.cluster.databaseUri).catch(String);
    return { silent: silent.length, told: `${told}; ${operations}` };
  }

  #haveAll({ logs }: History): boolean {
    return this.#crowd.members.every(({ member }) =>
      member.rooms.every((room) => member.heldSeq(room) >= (logs.get(room)?.at(-1)?.seq ?? 0)),
    );
  }

  async #stars(url: string): Promise<Pick<Stars, 'ledger' | 'balances'>> {
    const balances: Stars['balances'] = [];
    for (const { accountId, token } of this.#crowd.rich) {
      const { balance } = await rest<{ balance: number }>(url, '/me/stars', { token });
      balances.push({ account: accountId, stars: balance });
    }
    const client = await MongoClient.connect(this.cluster.databaseUri);
    try {
      const rows = await client.db().collection('ledger').find().toArray();
      const ledger = rows.map(({ _id, account, delta, reason }) => ({ id: String(_id), account, delta, reason }));
      return { balances, ledger };
    } finally {
      await client.close();
    }
  }
}

/** What a MongoDB does for the service now, with transactions that nobody goes on with: a line of JSON for each. */
async function operationsOf(uri: string): Promise<string> {
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    const all = client.db('admin').aggregate([{ $currentOp: { allUsers: true, idleSessions: true } }]);
    const ours = (await all.toArray()).filter(({ appName }) => appName === APP_NAME);
    return ours.map((operation) => `\n${JSON.stringify(operation).slice(0, OPERATION_CHARS)}`).join('');
  } finally {
    await client.close();
  }
}
