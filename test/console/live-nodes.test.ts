/** Three processes of the service, asked how they are while one of them stands still and another is killed. */

import { createRoom, developer, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const KEY = 'a-key-for-operators-of-these-tests';
const SENT = 12;
const SLOW_MS = 90_000;

interface Told {
  findings: { code: string; node: string | null; read: string }[];
  nodes: { name: string; status: string; slots: number; series: { at: number[] } }[];
  series: { at: number[]; messages: number[]; connections: number[] };
  rooms: { slug: string | null; messages: number }[];
}

describeOnRedis('live numbers of three nodes', (redis) => {
  describeOnMongo('on one store', (_, mongod) => {
    const names = ['a', 'b', 'c'];
    const servers: ServerProcess[] = [];
    const nodeAt = (n: number): ServerProcess => servers[n] as ServerProcess;
    const look = (n: number) => rest<Told>(nodeAt(n).url, '/console/live', { token: KEY });
    const statusOf = ({ nodes }: Told, name: string) => nodes.find((node) => node.name === name)?.status;

    async function until(n: number, what: string, isSo: (told: Told) => boolean): Promise<Told> {
      const seen = async () => {
        const told = await look(n);
        return isSo(told) && told;
      };
      return poll(seen, { until: what, withinMs: SLOW_MS, everyMs: 200 });
    }

    beforeAll(async () => {
      const shared = { CONSOLE_KEY: KEY, RATE_LIMITS: 'off', SECRET: 's'.repeat(32), DICTIONARY_URL: 'off' };
      const place = { REDIS_URL: redis().url, MONGODB_URI: mongod().freshUri() };
      // One after the other: the first makes the collections, and a busy machine starts one sooner than three.
      for (const name of names) servers.push(await startServer({ ...shared, ...place, NODE_NAME: name }));
    }, 240_000);
    afterAll(() => Promise.all(servers.map((server) => server.remove())), 60_000);

    it(
      'are of all of them, whichever is asked',
      async () => {
        const isWhole = ({ nodes }: Told) =>
          nodes.every(({ status, series }) => (status === 'here' || status === 'answers') && series.at.length > 0) &&
          nodes.length === 3 &&
          nodes.reduce((sum, { slots }) => sum + slots, 0) === 1_024;
        for (const n of [0, 1, 2]) {
          const told = await until(n, 'every node answers', isWhole);
          expect(told.nodes.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
          expect(told.nodes[0]).toMatchObject({ name: names[n], status: 'here' });
        }
      },
      SLOW_MS * 3,
    );

    it(
      'add up to what was sent, through whichever node',
      async () => {
        const ada = await developer(nodeAt(0).url, 'ada');
        await createRoom(nodeAt(0).url, ada, 'kahve');
        for (let n = 0; n < SENT; n += 1) {
          const body = { body: `word ${n}` };
          await rest(nodeAt(n % 3).url, '/rooms/kahve/messages', { method: 'POST', token: ada.token, body });
        }
        const total = ({ series }: Told) => series.messages.reduce((sum, count) => sum + count, 0);
        const told = await until(1, 'all of them are told', (each) => total(each) >= SENT);
        expect(total(told)).toBe(SENT);
        expect(told.rooms[0]?.slug).toBe('kahve');
      },
      SLOW_MS * 2,
    );

    it(
      'say which node does not answer, that it is gone, and that it is back',
      async () => {
        process.kill(nodeAt(2).pid, 'SIGSTOP');
        const silent = await until(0, 'it is silent', (told) => statusOf(told, 'c') === 'silent');
        const bad = { code: 'node_silent', node: 'c', level: 'bad' };
        expect(silent.findings).toContainEqual(expect.objectContaining(bad));
        const lost = await until(0, 'it is lost', (told) => statusOf(told, 'c') === 'lost');
        expect(lost.findings).toContainEqual(expect.objectContaining({ code: 'node_lost', node: 'c' }));
        process.kill(nodeAt(2).pid, 'SIGCONT');
        await until(0, 'it answers again', (told) => statusOf(told, 'c') === 'answers');
      },
      SLOW_MS * 4,
    );

    it(
      'say who was killed, and who left in order',
      async () => {
        await nodeAt(2).kill();
        await until(0, 'it is lost', (told) => statusOf(told, 'c') === 'lost');
        expect(await nodeAt(1).stop()).toBe(0);
        const told = await until(0, 'it has left', (each) => statusOf(each, 'b') === 'left');
        expect(told.findings.map(({ node }) => node)).not.toContain('b');
        await until(0, 'nobody else has slots', ({ nodes }) => nodes[0]?.slots === 1_024);
      },
      SLOW_MS * 3,
    );
  });
});
