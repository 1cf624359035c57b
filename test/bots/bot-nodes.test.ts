/** Two nodes: a token that one of them revokes is refused by the other from the answer on. */
import { talk } from '../gateway/talker.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { botOf } from './bots-fixture.js';

describeOnRedis('a token of a bot', (redis) => {
  describeOnMongo('with a shared database', (_, mongod) => {
    describe('that another node revokes', () => {
      let here: Booted;
      let there: Booted;
      beforeAll(async () => {
        const shared = {
          MONGODB_URI: mongod().freshUri(),
          REDIS_URL: redis().url,
          SECRET: 'x'.repeat(32),
          LEASE_MS: '2400',
        };
        const boot = (name: string) => bootApp({ settings: { ...shared, NODE_NAME: name } });
        [here, there] = await Promise.all([boot('a'), boot('b')]);
      }, 60_000);
      afterAll(() => Promise.all([here, there].map((booted) => booted?.[Symbol.asyncDispose]())));

      it('is refused at once, over REST and in a handshake, and its socket ends', async () => {
        const ada = await here.person('ada');
        // Some of these bots are owned by one node, some by the other.
        for (const name of ['bir', 'iki', 'uc', 'dort']) {
          const bot = await botOf(here, ada, `bot.${name}`);
          expect((await there.ask(bot, 'GET', '/api/me')).status).toBe(200);
          const talker = await talk(there, bot);
          const revoked = await here.ask(ada, 'DELETE', `/api/bots/${bot.accountId}/tokens/${bot.tokenId}`);
          expect(revoked.status).toBe(204);
          // No waiting: the answer says that it holds everywhere.
          expect(outcomeOf(await there.ask(bot, 'GET', '/api/me'))).toBe('401 unauthorized');
          await talker.hangsUp();
        }
      });
    });
  });
});
