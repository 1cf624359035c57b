/** Two nodes on one database: articles of rooms that live on either are shared, read and reported from both. */
import { operator } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const article = { title: 'Kahve', tag: 'kahve', blocks: [{ type: 'paragraph', text: 'Bir yudum.' }] };

describeOnRedis('two nodes', (redis) => {
  describeOnMongo('and a dictionary', (_, mongod) => {
    const nodes: Booted[] = [];
    let ada: Person;

    beforeAll(async () => {
      const shared = { MONGODB_URI: mongod().freshUri(), REDIS_URL: redis().url, SECRET: 'x'.repeat(32) };
      const more = { SWEEP_INTERVAL_S: '12', CONSOLE_KEY: 'the-key-of-operators' };
      // One after the other: whatever was booted is closed, also when the next one is not.
      for (const NODE_NAME of ['a', 'b']) nodes.push(await bootApp({ settings: { ...shared, ...more, NODE_NAME } }));
      ada = await (nodes[0] as Booted).person('ada');
    }, 90_000);
    afterAll(() => Promise.all(nodes.map((node) => node[Symbol.asyncDispose]())));

    /** Every step is asked of the other node than the one before. */
    let step = 0;
    async function ok(method: string, path: string, body?: unknown, by = ada) {
      step += 1;
      const answer = await (nodes[step % 2] as Booted).ask(by, method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    }

    it('agree on what is shared, shown, discussed and counted', async () => {
      const desk = operator(nodes[0] as Booted);
      await ok('POST', '/console/admin/categories', { slug: 'genel', name: 'Genel' }, desk);
      await ok('POST', '/console/admin/topics', { tag: 'kahve', title: 'Kahve', category: 'genel' }, desk);
      for (const slug of ['oda-bir', 'oda-iki', 'oda-uc', 'oda-dort']) {
        await ok('POST', '/api/rooms', { name: slug, slug });
        const { message } = await ok('POST', `/api/rooms/${slug}/messages`, { article });
        const { share } = await ok('POST', `/api/rooms/${slug}/messages/${message.id}/share`);
        await ok('POST', `/console/admin/entries/${share.entry_id}/decision`, { decision: 'publish' }, desk);
        await ok('POST', `/api/rooms/${slug}/messages`, { body: 'peki', discussion_of: message.id });
        const { room } = await ok('GET', `/api/rooms/${slug}`);
        const by = { accountId: ada.accountId, username: 'ada', sessionId: 's', language: null };
        const react = { type: 'react' as const, by, messageId: message.id, emoji: '👍', on: true };
        await nodes[step % 2]?.app.node.rooms.ask(room.id, react);
        for (let node = 0; node < 2; node += 1) {
          const { entry } = await ok('GET', `/api/discover/entries/${share.entry_id}`);
          expect(entry).toMatchObject({ blocks: article.blocks, reactions: { '👍': 1 }, author: { username: 'ada' } });
          const talk = await ok('GET', `/api/discover/entries/${share.entry_id}/discussion`);
          expect(talk.messages.map(({ body }: { body: string }) => body)).toEqual(['peki']);
        }
        const known = async () => (await ok('GET', `/console/admin/entries/${share.entry_id}`, undefined, desk)).entry;
        const until = 'the dictionary knows of the reaction';
        await poll(async () => (await known()).reactions === 1, { until, withinMs: 30_000, everyMs: 200 });
      }
    }, 120_000);
  });
});
