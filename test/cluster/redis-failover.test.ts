/** The master of a Redis with sentinels, and of a Redis Cluster, is killed while two nodes carry messages. */
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { redisForTests } from '../support/servers/redis.js';
import { type RedisSet, startCluster, startSentinels } from '../support/servers/redis-sets.js';
import { describeWith } from '../support/skipped-suites.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const LEASE_MS = 2_400;
const PREFIX = 'staging';
const ROOMS = 6;
/** The lease, an election of sentinels or servers, and the next heartbeat; three times over on a busy machine. */
const PAUSE_MS_MAX = 3 * (LEASE_MS + 4_000);

const kinds: [string, (binary: string) => Promise<RedisSet>][] = [
  ['sentinels', startSentinels],
  ['a cluster', startCluster],
];

describeWith({ 'redis-server': redisForTests() }, 'a Redis with', ({ 'redis-server': binary }) => {
  describeOnMongo('two nodes', (_, mongod) => {
    describe.each(kinds)('and %s', (_kind, start) => {
      let redis: RedisSet;
      let nodes: Booted[] = [];
      let ada: Person;

      beforeAll(async () => {
        redis = await start(binary);
        const shared = {
          MONGODB_URI: mongod().freshUri(),
          REDIS_URL: redis.url,
          REDIS_PREFIX: PREFIX,
          SECRET: 'x'.repeat(32),
          LEASE_MS: String(LEASE_MS),
        };
        nodes = await Promise.all(['a', 'b'].map((NODE_NAME) => bootApp({ settings: { ...shared, NODE_NAME } })));
        ada = await (nodes[0] as Booted).person('ada');
      }, 90_000);
      afterAll(async () => {
        await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
        await redis?.[Symbol.asyncDispose]();
      }, 60_000);

      it('goes on after its master was killed: nothing is lost or stored twice', async () => {
        const writers = Array.from({ length: ROOMS }, (_, at) => new Writer(nodes[at % 2] as Booted, ada, `oda-${at}`));
        await Promise.all(writers.map((writer) => writer.open()));
        const killed = await redis.masterOf(PREFIX);
        const stop = new AbortController();
        const writing = Promise.all(writers.map((writer) => writer.write(stop.signal)));
        await poll(() => writers.every(({ acknowledged }) => acknowledged.length > 5), {
          until: 'all rooms are written',
        });
        killed.process.kill('SIGKILL');
        const masterPort = async () => (await redis.masterOf(PREFIX).catch(() => killed)).port;
        await poll(async () => (await masterPort()) !== killed.port, {
          until: 'there is a new master',
          withinMs: 30_000,
        });
        const marks = writers.map(({ acknowledged }) => acknowledged.length);
        await poll(() => writers.every(({ acknowledged }, at) => acknowledged.length > (marks[at] as number) + 5), {
          until: 'all rooms are written again',
          withinMs: 30_000,
        });
        stop.abort();
        await writing;
        for (const writer of writers) expect(await writer.stored()).toEqual(writer.acknowledged);
        const pauses = writers.map(({ longestPauseMs }) => Math.round(longestPauseMs));
        process.stderr.write(`longest pauses after the kill of the master: ${pauses.join(', ')} ms\n`);
        expect(Math.max(...pauses)).toBeLessThan(PAUSE_MS_MAX);
      });

      it('carries what happens on one node to the people of the other', async () => {
        const [here, there] = nodes as [Booted, Booted];
        const room = await new Writer(here, ada, 'sonra').open();
        await poll(async () => (await room.send(here, 'from here')) && (await room.send(there, 'from there')), {
          until: 'both nodes write the room',
        });
        expect(await room.stored()).toEqual(expect.arrayContaining(['from here', 'from there']));
      });
    });
  });
});

/** Writes one message after the other into a room of its own; what was not acknowledged is sent again under its id. */
class Writer {
  readonly acknowledged: string[] = [];
  longestPauseMs = 0;
  readonly #node: Booted;
  readonly #person: Person;
  readonly #slug: string;

  constructor(node: Booted, person: Person, slug: string) {
    this.#node = node;
    this.#person = person;
    this.#slug = slug;
  }

  async open(): Promise<this> {
    const made = () => this.#node.ask(this.#person, 'POST', '/api/rooms', { name: this.#slug, slug: this.#slug });
    await poll(async () => (await made()).status === 201, { until: `${this.#slug} exists` });
    return this;
  }

  async write(stopped: AbortSignal): Promise<void> {
    let lastAt = performance.now();
    for (let number = 1; !stopped.aborted; number += 1) {
      const text = `m${number}`;
      await poll(() => this.send(this.#node, text), {
        until: `${text} is acknowledged`,
        withinMs: 60_000,
        everyMs: 50,
      });
      this.acknowledged.push(text);
      this.longestPauseMs = Math.max(this.longestPauseMs, performance.now() - lastAt);
      lastAt = performance.now();
    }
  }

  async send(node: Booted, text: string): Promise<boolean> {
    const body = { body: text, client_id: text.replaceAll(' ', '-') };
    return (await node.ask(this.#person, 'POST', `/api/rooms/${this.#slug}/messages`, body)).status < 300;
  }

  /** The bodies in the order of the log. */
  async stored(): Promise<string[]> {
    const bodies: string[] = [];
    for (let after = 0; ; ) {
      const path = `/api/rooms/${this.#slug}/messages?after_seq=${after}&limit=200`;
      const { body } = await this.#node.ask(this.#person, 'GET', path);
      const rows = body.messages as { seq: number; body: string }[];
      if (rows.length === 0) return bodies;
      bodies.push(...rows.map((row) => row.body));
      after = rows.at(-1)?.seq as number;
    }
  }
}
