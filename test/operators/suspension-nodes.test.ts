/** Two nodes: what one suspends, the other refuses from the answer on, also when it did not hear of it. */
import { talk } from '../gateway/talker.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { lastResort } from './operator-people.js';

const ROUNDS = 4;

describeOnRedis('an account that one node suspends', (redis) => {
  describeOnMongo('with a shared database', (_, mongod) => {
    describe('is refused by the other', () => {
      let here: Booted;
      let there: Booted;
      beforeAll(async () => {
        const MONGODB_URI = mongod().freshUri();
        const shared = { MONGODB_URI, REDIS_URL: redis().url, SECRET: 'x'.repeat(32), LEASE_MS: '2400' };
        const key = { CONSOLE_KEY: 'a-key-for-operators-of-these-tests' };
        const boot = (name: string) => bootApp({ settings: { ...shared, ...key, NODE_NAME: name } });
        [here, there] = await Promise.all([boot('a'), boot('b')]);
      }, 60_000);
      afterAll(() => Promise.all([here, there].map((booted) => booted?.[Symbol.asyncDispose]())));

      const suspend = (person: Person) =>
        lastResort(here)('PUT', `/accounts/${person.accountId}/suspension`, { until: null, reason: 'spam' });

      async function founded(name: string): Promise<Person> {
        const person = await there.person(name);
        await there.ask(person, 'POST', '/api/rooms', { name, slug: name.replace('.', '-') });
        return person;
      }

      it('at once: socket, REST and refresh', async () => {
        const ada = await founded('ada');
        const talker = await talk(there, ada);
        expect(outcomeOf(await suspend(ada))).toBe('200');
        // No waiting: the answer says that it holds everywhere.
        const said = there.ask(ada, 'POST', '/api/rooms/ada/messages', { body: 'hâlâ' });
        const refreshed = there.ask(null, 'POST', '/api/auth/refresh', { refresh_token: ada.refreshToken });
        expect([outcomeOf(await said), outcomeOf(await refreshed)]).toEqual([
          '403 account_suspended',
          '403 account_suspended',
        ]);
        await talker.hangsUp();
        expect(talker.all('session:closed')).toEqual([{ reason: 'account_suspended' }]);
      });

      it('while it floods: no message is stored after the answer', async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const name = `sel.${round}`;
          const slug = `sel-${round}`;
          const ada = await founded(name);
          const talker = await talk(there, ada);
          let isOver = false;
          const flood = (async () => {
            for (let n = 0; !isOver; n += 1) {
              const sent = { room: slug, body: `${n}`, client_id: `s-${n}` };
              talker.socket.emit('message:new', sent);
              await there.ask(ada, 'POST', `/api/rooms/${slug}/messages`, { body: `${n}`, client_id: `r-${n}` });
            }
          })();
          await new Promise((resolve) => setTimeout(resolve, 30 * round));
          expect(outcomeOf(await suspend(ada))).toBe('200');
          const room = (await here.app.store.get<{ _id: string; room: string }>('slugs', slug))?.room as string;
          const count = () => here.app.store.count('log', { index: '_id', gt: `${room}:`, lt: `${room};` });
          const atAnswer = await count();
          await new Promise((resolve) => setTimeout(resolve, 300));
          isOver = true;
          await flood;
          expect(await count()).toBe(atAnswer);
          talker.close();
        }
      }, 60_000);

      it('also in a command that was authorized before', async () => {
        const ada = await founded('yolda');
        const slug = await here.app.store.get<{ _id: string; room: string }>('slugs', 'yolda');
        const by = { accountId: ada.accountId, username: 'yolda', sessionId: 's', language: null };
        const late = ({ app }: Booted) => app.node.rooms.tryAsk(slug?.room as string, { type: 'list_bans', by });
        expect(await late(there)).toMatchObject({ ok: true });
        expect(outcomeOf(await suspend(ada))).toBe('200');
        for (const node of [here, there]) expect(await late(node)).toMatchObject({ code: 'account_suspended' });
      });

      it('until it is lifted: then the other node accepts it at once', async () => {
        const ada = await founded('geri');
        await suspend(ada);
        const lifted = await lastResort(here)('DELETE', `/accounts/${ada.accountId}/suspension?reason=hata`);
        expect(outcomeOf(lifted)).toBe('200');
        expect(outcomeOf(await there.ask(ada, 'POST', '/api/rooms/geri/messages', { body: 'geldim' }))).toBe('201');
      });
    });
  });
});
