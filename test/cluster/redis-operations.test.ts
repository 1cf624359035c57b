/** What one person costs Redis, with two, three and five nodes: the same. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { GRACE_MS } from '#http/gateway/user-events/online-presence.js';
import { type Talker, talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

/** Of everything that user events need; heartbeats and requests to actors use others. */
const COMMANDS = ['ssubscribe', 'sunsubscribe', 'spublish', 'pubsub|shardnumsub', 'sadd', 'srem', 'smismember'];

const QUIET_MS = 750;

type Counts = Record<string, number>;

describeOnRedis('the operations of Redis', (redis) => {
  describeOnMongo('of nodes with a shared store', (_, mongod) => {
    const nodes: Booted[] = [];
    let client: Redis;
    let prefix: string;

    beforeEach(() => {
      client = new Redis(redis().url);
      prefix = randomUUID().slice(0, 8);
    });
    afterEach(async () => {
      await Promise.all(nodes.splice(0).map((node) => node[Symbol.asyncDispose]()));
      client.disconnect();
    });

    async function boot(count: number): Promise<[Booted, Booted]> {
      const shared = {
        MONGODB_URI: mongod().freshUri(),
        REDIS_URL: redis().url,
        REDIS_PREFIX: prefix,
        SECRET: 'x'.repeat(32),
      };
      for (let at = 0; at < count; at += 1) {
        nodes.push(await bootApp({ settings: { ...shared, NODE_NAME: `node-${at}` } }));
      }
      return nodes as unknown as [Booted, Booted];
    }

    async function counts(): Promise<Counts> {
      const stats = await client.info('commandstats');
      return Object.fromEntries(
        COMMANDS.flatMap((name) => {
          const calls = new RegExp(`^cmdstat_${name.replace('|', '\\|')}:calls=(\\d+)`, 'm').exec(stats)?.[1];
          return calls === undefined ? [] : [[name, Number(calls)]];
        }),
      );
    }

    /** Nothing of it is under way any more. */
    async function quiet(): Promise<Counts> {
      let before = '';
      await poll(
        async () => {
          const now = JSON.stringify(await counts());
          const isSame = now === before;
          before = now;
          return isSame;
        },
        { until: 'nothing is under way', everyMs: QUIET_MS },
      );
      return JSON.parse(before);
    }

    /** The commands that Redis carries out until the condition holds and all is quiet. */
    async function counted(act: () => unknown, until: () => unknown): Promise<Counts> {
      await quiet();
      await client.config('RESETSTAT');
      await act();
      await poll(until, { until: 'it is told' });
      return quiet();
    }

    const joinedBy = async (recipient: string) => {
      const [, joined] = (await client.call('PUBSUB', 'SHARDNUMSUB', `{${prefix}}:for:${recipient}`)) as number[];
      return joined;
    };

    async function chatOf(here: Booted, ada: Person, bob: Person): Promise<string> {
      const { body } = await here.ask(ada, 'POST', `/api/dm/${bob.name}`);
      const answer = await here.ask(ada, 'POST', `/api/rooms/${body.room.slug}/messages`, { body: 'Merhaba' });
      expect(answer.status).toBe(201);
      return body.room.slug;
    }

    async function countsWith(count: number): Promise<Record<string, Counts>> {
      const [here, there] = await boot(count);
      const [ada, bob] = [await here.person('ada'), await here.person('bob')];
      const slug = await chatOf(here, ada, bob);
      const bobs = await talk(there, bob);
      let adas: Talker | null = null;
      const isTold = (name: string, times: number) => () => bobs.all(name).length === times;
      const arrival = await counted(
        async () => {
          adas = await talk(here, ada);
        },
        isTold('presence', 1),
      );
      const speaker = adas as unknown as Talker;
      await bobs.ask('room:open', { room: slug });
      const opening = await counted(
        () => speaker.ask('room:open', { room: slug }),
        () => true,
      );
      const typing = await counted(() => speaker.ask('typing', { room: slug, on: true }), isTold('typing', 1));
      const stopping = await counted(() => speaker.ask('typing', { room: slug, on: false }), isTold('typing', 2));
      const sent = await bobs.ask('message:new', { room: slug, body: 'Oku', client_id: 'oku' });
      const reading = await counted(
        () => speaker.ask('message:read', { room: slug, seq: sent.message.seq }),
        isTold('message:read', 1),
      );
      const accounts = [ada, bob].map(({ accountId }) => joinedBy(`account:${accountId}`));
      expect(await Promise.all(accounts)).toEqual([1, 1]);
      const closing = await counted(
        () => speaker.ask('room:close', { room: slug }),
        () => true,
      );
      const leaving = await counted(
        () => speaker.close(),
        () => poll(isTold('presence', 2), { until: 'ada is gone', withinMs: GRACE_MS + 10_000 }),
      );
      bobs.close();
      await Promise.all(nodes.splice(0).map((node) => node[Symbol.asyncDispose]()));
      return { arrival, opening, typing, stopping, reading, closing, leaving };
    }

    const expected = {
      // Joining; who has ada elsewhere, and which peers are connected; to the one that is.
      arrival: { ssubscribe: 1, 'pubsub|shardnumsub': 2, spublish: 1 },
      // A direct chat shows whether the other one is connected.
      opening: { ssubscribe: 1, 'pubsub|shardnumsub': 1 },
      typing: { spublish: 1 },
      stopping: { spublish: 1 },
      // To the reader's own devices, and to the other one.
      reading: { spublish: 2 },
      closing: { sunsubscribe: 1 },
      leaving: { sunsubscribe: 1, 'pubsub|shardnumsub': 2, spublish: 1 },
    };

    it.each([2, 3, 5])(
      'are the same for each arrival, departure, typing and reading with %i nodes',
      async (count) => {
        expect(await countsWith(count)).toEqual(expected);
      },
      120_000,
    );
  });
});
