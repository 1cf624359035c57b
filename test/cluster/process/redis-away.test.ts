/**
 * Redis is killed and stays away for several leases, under load. Owners go on: whoever is on the owner's node notices
 * nothing, and whoever is on another node is served over the direct links. `SOAK_S=20` keeps it away for forty seconds with the leases of production.
 */
import { slotOf } from '#src/domain/slots.js';
import { developer, logOf, type Person, rest } from '../../support/clients/rest.js';
import {
  type ClusterProcesses,
  type NodeProcess,
  startClusterProcesses,
} from '../../support/processes/cluster-processes.js';
import { mongodForTests } from '../../support/servers/mongod.js';
import { redisForTests } from '../../support/servers/redis.js';
import { describeWith } from '../../support/skipped-suites.js';
import { poll } from '../../support/time/poll.js';
import { pause } from './balancer.js';
import { type Ack, Line } from './socket-client.js';

const IS_SOAK = Number(process.env.SOAK_S ?? 0) > 0;
const LEASE_MS = IS_SOAK ? 6_000 : 3_000;
const AWAY_MS = IS_SOAK ? 40_000 : 10_000;
const ROOMS = 9;
const EVERY_MS = 60;
/** From the moment at which Redis is killed, for people on another node than the owner's. */
const SERVED_WITHIN_MS = 5_000;
const needs = { mongod: mongodForTests(), 'redis-server': redisForTests() };

const nobody = { event: () => undefined, gone: () => undefined, draining: () => undefined, lost: () => undefined };

/** One person with a socket at one node, who writes into a room of their own and reads it. */
class Writer {
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  readonly #person: Person;
  readonly #url: string;
  #line!: Line;
  readonly #room: string;
  #count = 0;

  readonly #words: string;

  constructor(url: string, room: string, person: Person, words = 'message') {
    this.#words = words;
    this.#room = room;
    this.#person = person;
    this.#url = url;
  }

  connect(): Promise<boolean> {
    this.#line = new Line(this.#url, this.#person.token, nobody);
    return this.#line.ready();
  }

  close(): void {
    this.#line?.close();
  }

  /** What was not acknowledged is sent again under its id. */
  async write(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      this.#count += 1;
      const body = `${this.#words} ${this.#count}`;
      while (!(await this.send(body)) && !stopped.aborted && !this.#line.isOver) await pause(EVERY_MS);
      await pause(EVERY_MS);
    }
  }

  /** A line on which an answer did not come is over. */
  async reads(): Promise<boolean> {
    if (this.#line.isOver && !(await this.connect())) return false;
    const read = await this.#line.ask<object>('room:open', { room: this.#room, limit: 1 });
    return typeof read !== 'string' && read.ok;
  }

  async stored(): Promise<string[]> {
    return (await logOf(this.#url, this.#person, this.#room)).map(({ body }) => body);
  }

  async send(body: string): Promise<boolean> {
    const room = this.#room;
    const client_id = body.replaceAll(' ', '-');
    const sent = await this.#line.ask<{ message: { seq: number } }>('message:new', { room, client_id, body });
    if (typeof sent === 'string' || !sent.ok) return this.#failed(sent);
    this.acknowledged.push(body);
    const read = await this.#line.ask<{ seq: number }>('room:open', { room, limit: 1 });
    if (typeof read === 'string' || !read.ok) {
      this.#failed(read);
      return true;
    }
    if (read.seq < sent.message.seq) this.failures.push(`read ${read.seq} after ${sent.message.seq}`);
    return true;
  }

  #failed(answer: Exclude<Ack<object>, { ok: true }> | string): false {
    this.failures.push(typeof answer === 'string' ? answer : answer.error.code);
    return false;
  }
}

describeWith(needs, 'three processes while Redis is away', ({ mongod, 'redis-server': redis }) => {
  let cluster: ClusterProcesses;
  /** At the owners of their rooms. */
  const writers: Writer[] = [];
  /** Of the same rooms, at another node each. */
  const others: Writer[] = [];

  beforeAll(async () => {
    cluster = await startClusterProcesses(
      { mongod, redis },
      { SECRET: 'secret-of-the-cluster'.repeat(2), LEASE_MS: String(LEASE_MS), RATE_LIMITS: 'off' },
    );
    await settled(cluster);
    const { url } = (cluster.nodes[0] as NodeProcess).server;
    for (let at = 0; at < ROOMS; at += 1) {
      const person = await developer(url, `yazar_${at}`);
      const body = { name: `oda ${at}`, slug: `oda-${at}` };
      const made = await rest<{ room: { id: string } }>(url, '/rooms', { method: 'POST', token: person.token, body });
      const owner = await ownerOf(cluster, made.room.id);
      const other = cluster.nodes.find((node) => node !== owner) as NodeProcess;
      writers.push(new Writer(owner.server.url, body.slug, person));
      others.push(new Writer(other.server.url, body.slug, person, 'elsewhere'));
    }
    for (const writer of [...writers, ...others]) expect(await writer.connect()).toBe(true);
  }, 120_000);
  afterAll(async () => {
    for (const writer of [...writers, ...others]) writer.close();
    if (process.env.NODE_OUTPUT === 'on') for (const { server } of cluster.nodes) process.stderr.write(server.output());
    await cluster?.[Symbol.asyncDispose]();
  }, 60_000);

  it('serve each room at its owner without one failed call, and lose nothing', async () => {
    const stop = new AbortController();
    const writing = Promise.all(writers.map((writer) => writer.write(stop.signal)));
    await pause(LEASE_MS);
    const before = sum(writers);
    const killedAt = performance.now();
    await cluster.redis.kill();
    const isReached = async () => (await Promise.all(others.map((one) => one.reads()))).every(Boolean);
    await poll(isReached, { until: 'each room is reached from other nodes', withinMs: SERVED_WITHIN_MS });
    const areReady = watchReady(cluster, stop.signal);
    const servedMs = Math.round(performance.now() - killedAt);
    const elsewhere = Promise.all(others.map((other) => other.write(stop.signal)));
    await pause(Math.max(0, AWAY_MS - servedMs));
    const elsewhereWhileAway = sum(others);
    const whileAway = sum(writers) - before;
    await cluster.redis.start();
    const backAt = performance.now();
    process.stderr.write(`${JSON.stringify({ before, whileAway, failed: writers.map(({ failures }) => failures) })}\n`);
    await poll(isReached, { until: 'each room is reached from other nodes', withinMs: 60_000 });
    const reachedMs = Math.round(performance.now() - backAt);
    await pause(2 * LEASE_MS);
    stop.abort();
    await Promise.all([writing, elsewhere]);
    // They serve: a balancer that leaves all of them out would cut everybody off.
    expect(await areReady).toBe(true);
    const lost = cluster.nodes.map(({ server }) => server.output().split('node lease lost').length - 1);
    process.stderr.write(
      `${JSON.stringify({ awayMs: AWAY_MS, servedMs, before, whileAway, elsewhereWhileAway, all: sum(writers), reachedMs })}\n`,
    );
    expect(writers.map(({ failures }) => failures)).toEqual(writers.map(() => []));
    expect(others.map(({ failures }) => failures)).toEqual(others.map(() => []));
    for (const [at, writer] of writers.entries()) {
      const stored = await writer.stored();
      const theirs = others[at]?.acknowledged ?? [];
      expect(stored.filter((body) => !theirs.includes(body))).toEqual(writer.acknowledged);
      expect(stored.filter((body) => theirs.includes(body))).toEqual(theirs);
    }
    expect(elsewhereWhileAway).toBeGreaterThan(others.length);
    expect(whileAway).toBeGreaterThan(writers.length);
    expect(lost).toEqual([0, 0, 0]);
  }, 240_000);

  it('go on without one that Redis does not answer: it is not ready, and its sockets go to the others', async () => {
    const [alone, ...rest] = cluster.nodes as [NodeProcess, NodeProcess, NodeProcess];
    const sockets = { told: 0, lost: 0 };
    const events = { ...nobody, draining: () => (sockets.told += 1), lost: () => (sockets.lost += 1) };
    const person = await developer(alone.server.url, 'yazar_0');
    const line = new Line(alone.server.url, person.token, events);
    expect(await line.ready()).toBe(true);
    alone.redis.silence();
    try {
      await poll(async () => !(await isReady(alone)), { until: 'it is not ready', withinMs: 60_000 });
      await poll(() => sockets.lost === 1, { until: 'its socket has ended', withinMs: 30_000 });
      expect(sockets.told).toBe(1);
      expect(await Promise.all(rest.map(isReady))).toEqual([true, true]);
      for (const { server } of rest) expect((await logOf(server.url, person, 'oda-0')).length).toBeGreaterThan(0);
    } finally {
      alone.redis.mend();
    }
    await poll(() => isReady(alone), { until: 'it is ready again', withinMs: 60_000 });
    await settled(cluster);
  }, 240_000);

  it('leave logs that agree with what is derived from them', async () => {
    for (const { server } of cluster.nodes) expect(await server.stop()).toBe(0);
    await cluster.verifyLog();
  }, 120_000);
});

const sum = (writers: readonly Writer[]): number =>
  writers.reduce((all, { acknowledged }) => all + acknowledged.length, 0);

const isReady = async ({ server }: NodeProcess): Promise<boolean> =>
  (await fetch(new URL('/api/ready', server.url))).status === 200;

/** Whether all nodes were ready all the time. */
async function watchReady(cluster: ClusterProcesses, stopped: AbortSignal): Promise<boolean> {
  for (let all = true; ; all = (await Promise.all(cluster.nodes.map(isReady))).every(Boolean)) {
    if (!all || stopped.aborted) return all;
    await pause(500);
  }
}

/** Every slot has its node, and none moves any more. */
async function settled(cluster: ClusterProcesses): Promise<void> {
  let before = '';
  await poll(
    async () => {
      const owners = JSON.stringify(await ownersOf(cluster));
      const isSettled = owners === before && new Set(Object.values(JSON.parse(owners))).size === 3;
      before = owners;
      return isSettled && Object.keys(JSON.parse(owners)).length === 1_024;
    },
    { until: 'slots are divided', withinMs: 60_000, everyMs: LEASE_MS },
  );
}

async function ownersOf(cluster: ClusterProcesses): Promise<Record<string, string>> {
  return cluster.redis.hash('{meydan}:owners');
}

async function ownerOf(cluster: ClusterProcesses, room: string): Promise<NodeProcess> {
  const token = (await ownersOf(cluster))[slotOf(room)] as string;
  const entry = (await cluster.redis.hash('{meydan}:nodes'))[token] as string;
  return cluster.nodes.find(({ name }) => entry.startsWith(`+${name}|`)) as NodeProcess;
}
