/** `/v1` on two nodes that share a real Redis and a real MongoDB: what one of them decides binds the other at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { openV1Fixture, outcomeOf, PASSWORD, randomAddress, type V1Fixture } from './v1-fixture.js';

describeOnRedis('/v1 on two nodes', (redis) => {
  // One more inside, so that the nodes end before their database.
  describeOnMongo('with a shared store', (_, mongod) => {
    describe('and both at work', () => {
      let dataDir: string;
      const nodes: V1Fixture[] = [];
      beforeAll(async () => {
        dataDir = await mkdtemp(join(tmpdir(), 'meydan-v1-nodes-'));
        const MONGODB_URI = mongod().freshUri();
        for (const NODE_NAME of ['bir', 'iki']) {
          const settings = { MONGODB_URI, NODE_NAME, REDIS_URL: redis().url, SECRET: 'of-both-nodes'.repeat(4) };
          nodes.push(await openV1Fixture({ settings, dataDir }));
        }
      }, 60_000);
      afterAll(async () => {
        for (const node of nodes.reverse()) await node[Symbol.asyncDispose]();
        await rm(dataDir, { recursive: true, force: true });
      }, 60_000);
      const [one, two] = [() => nodes[0] as V1Fixture, () => nodes[1] as V1Fixture];
      const me = async (node: V1Fixture, token: string) =>
        outcomeOf(await node.ask('GET', '/v1/me', undefined, { token }));

      it('a session that is closed on one is refused on the other by the next request', async () => {
        await one().account('ada@example.com');
        for (let round = 0; round < 5; round += 1) {
          const [here, there] = round % 2 ? [one(), two()] : [two(), one()];
          const { access, refresh } = await here.logIn('ada@example.com');
          expect(await me(there, access)).toBe('200');
          await there.ask('POST', '/v1/auth/logout', { refresh_token: refresh });
          expect(await me(here, access)).toBe('401 session_revoked');
          expect(outcomeOf(await here.ask('POST', '/v1/auth/refresh', { refresh_token: refresh }))).toBe(
            '401 session_revoked',
          );
        }
      });

      it('one of fifty renewals on both is let through', async () => {
        await two().account('bob@example.com');
        const { refresh: refresh_token } = await one().logIn('bob@example.com');
        const asked = Array.from({ length: 50 }, (_, at) =>
          (at % 2 ? one() : two()).ask('POST', '/v1/auth/refresh', { refresh_token }),
        );
        const outcomes = (await Promise.all(asked)).map(outcomeOf).sort();
        expect(outcomes).toEqual(['200', ...Array.from({ length: 49 }, () => '409 refresh_conflict')]);
      });

      it('limits count what comes to both', async () => {
        const from = randomAddress();
        const left: (string | null)[] = [];
        for (let asked = 0; asked < 6; asked += 1) {
          const body = { email: `cem${asked}@example.com`, password: PASSWORD };
          const answer = await (asked % 2 ? one() : two()).ask('POST', '/v1/auth/register', body, { from });
          left.push(answer.status === 202 ? answer.headers.get('x-ratelimit-remaining') : outcomeOf(answer));
        }
        expect(left).toEqual(['4', '3', '2', '1', '0', '429 rate_limited']);
      });

      it('no more than five of a hundred guesses on both are judged', async () => {
        const guesses = Array.from({ length: 100 }, (_, at) =>
          (at % 2 ? one() : two()).ask('POST', '/v1/auth/login', { email: 'eda@example.com', password: `guess ${at}` }),
        );
        const outcomes = (await Promise.all(guesses)).map(outcomeOf);
        expect(outcomes.filter((outcome) => outcome === '401 invalid_credentials')).toHaveLength(5);
        expect(outcomes.filter((outcome) => outcome === '429 too_many_attempts')).toHaveLength(95);
      });
    });
  });
});
