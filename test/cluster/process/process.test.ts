/**
 * Three processes of the service on a replica set and a Redis, under load, while everything they stand on is broken.
 * `SOAK_S=20` disturbs for so many seconds each, with the lease that operators have; without it each is done once.
 * `NEMESIS='FLUSHALL|steps down'` does only those that it matches, `NODE_OUTPUT=on` prints what the nodes said.
 */
import type { ClusterProcesses } from '../../support/cluster-processes.js';
import { mongodForTests } from '../../support/mongod.js';
import { redisForTests } from '../../support/redis.js';
import type { Cost } from '../history/figures.js';
import type { History } from '../history/history.js';
import { countsOf, faultsOf } from '../history/judge.js';
import { pause } from './balancer.js';
import { Life } from './life.js';
import { nemeses } from './nemeses.js';
import { print } from './table.js';

const SOAK_S = Number(process.env.SOAK_S ?? 0);
const LEASE_MS = SOAK_S > 0 ? 6_000 : 4_000;
const QUIET_MS = SOAK_S > 0 ? 20_000 : 4_000;
const WITHIN_MS = 120_000 + SOAK_S * 2_000;

const binaries = { mongod: mongodForTests(), redis: redisForTests() };

if (binaries.mongod && binaries.redis) describeNemeses({ mongod: binaries.mongod, redis: binaries.redis });
else {
  process.stderr.write('WARNING: no mongod or no redis-server, so nothing is broken under load.\n');
  describe('three processes under load', () => it('need a mongod and a redis-server', () => undefined));
}

function describeNemeses(found: { mongod: string; redis: string }): void {
  describe('three processes under load', () => {
    let life: Life;
    const costs: Cost[] = [];
    let turn = 0;
    const meant = nemeses.filter(({ name }) => new RegExp(process.env.NEMESIS ?? '').test(name));

    beforeAll(async () => {
      const size = { rooms: 8, members: 24, outcasts: 4, rich: 10 };
      life = await Life.begin({ binaries: found, leaseMs: LEASE_MS, size, everyMs: 300 });
    }, 120_000);
    afterAll(async () => {
      if (process.env.NODE_OUTPUT === 'on') process.stderr.write(life.output());
      await life?.end();
    }, 60_000);

    it(
      'fail nothing while nothing is broken',
      async () => {
        const cost = await life.during('nothing', () => pause(QUIET_MS));
        costs.push(cost);
        expect(cost.failed).toBe(0);
      },
      WITHIN_MS,
    );

    it.each(meant)(
      'are well again after: $name',
      async ({ name, run, pauseMaxMs }) => {
        const nodes = life.cluster.nodes;
        const giveUpAt = performance.now() + SOAK_S * 1_000;
        const cost = await life.during(name, async () => {
          do {
            turn += 1;
            await run(life, nodes[turn % nodes.length] as ClusterProcesses['nodes'][number]);
            await life.recovered();
          } while (performance.now() < giveUpAt);
        });
        costs.push(cost);
        print([cost]);
        if (cost.failed > 0) process.stderr.write(`${JSON.stringify(cost.failures)}\n`);
        if (name.includes('SIGTERM')) expect(cost.failed).toBe(0);
        expect(cost.pauseMs).toBeLessThan(pauseMaxMs(life));
      },
      WITHIN_MS,
    );

    describe('and after all of it', () => {
      let history: History;
      beforeAll(async () => {
        history = await life.finish();
        print(costs);
      }, 120_000);

      it('nothing is lost, duplicated, reordered, stale or from nowhere', () => {
        const faults = faultsOf(history);
        const { posts, readings, reads, bans, stars } = history;
        const seen = readings.reduce((sum, { rows }) => sum + rows.length, 0);
        const acked = posts.filter(({ outcome }) => outcome === 'acknowledged').length;
        const figures = {
          acknowledged: acked,
          seen,
          reads: reads.length,
          bans: bans.length,
          ledger: stars.ledger.length,
        };
        process.stderr.write(`${JSON.stringify({ ...figures, faults: countsOf(faults) })}\n`);
        expect(faults.slice(0, 20)).toEqual([]);
        expect(figures.acknowledged).toBeGreaterThan(100);
      });

      it('every log agrees with what is derived from it', async () => {
        for (const { server } of life.cluster.nodes) expect(await server.stop()).toBe(0);
        await life.cluster.verifyLog();
      }, 120_000);
    });
  });
}
