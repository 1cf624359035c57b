/**
 * Three processes of the service on a replica set and a Redis, under load, while everything they stand on is broken.
 * `SOAK_S=20` disturbs for so many seconds each; without it the rolling restart is done once, and half of the other
 * disturbances that are not of the soak, with another commit the other half.
 * `CHAOS_S=3600` does all of them in an order of chance for so long. `NEMESIS='FLUSHALL|steps down'` does only those
 * that it matches, in either way, `NODE_OUTPUT=on` prints what the nodes said.
 */
import { cpus, loadavg } from 'node:os';
import { partOfCommit } from '../../../scripts/test/part-of-commit.mjs';
import { writeFigures } from '../../../scripts/test/soak-table.mjs';
import { SeededRandom } from '../../sim/time/seeded-random.js';
import type { NodeProcess } from '../../support/processes/cluster-processes.js';
import { cCompiler } from '../../support/processes/faulty-machine.js';
import { seedOfRun } from '../../support/seeds/seed-of-run.js';
import { mongodForTests } from '../../support/servers/mongod.js';
import { redisForTests } from '../../support/servers/redis.js';
import { describeWith } from '../../support/skipped-suites.js';
import type { Cost } from '../history/figures.js';
import type { History } from '../history/history.js';
import { countsOf, faultsOf } from '../history/history-checks.js';
import { pause } from './balancer.js';
import { type Nemesis, nemeses } from './faults.js';
import { Life } from './life.js';
import { moreNemeses } from './more-faults.js';
import { print } from './table.js';

const SOAK_S = Number(process.env.SOAK_S ?? 0);
const CHAOS_S = Number(process.env.CHAOS_S ?? 0);
const CHAOS_MARGIN_MS = 600_000;
const LEASE_MS = 6_000;
const QUIET_MS = SOAK_S > 0 ? 20_000 : 3_000;
/** What a machine with nothing else to do keeps below when nothing is broken. */
const QUIET_P99_MS = 250;
const DRAIN_P99_ADDED_MS = 500;
const TRIES_MAX = 3;
/** From here on calls run out of time for lack of a processor: a drain then fails the test when many of them do. */
const OVERLOADED = 2;
const GROSS_SHARE = 0.1;
/** A bound in wall-clock time depends on what else the machine does: past it is told, this many times past it fails. */
const GROSSLY = 3;
const WITHIN_MS = 300_000 + SOAK_S * 2_000;

const cc = cCompiler();
const everyNemesis = [...nemeses, ...moreNemeses].filter(({ isOfMachine }) => !isOfMachine || cc !== undefined);

const needs = { mongod: mongodForTests(), 'redis-server': redisForTests() };

function keeps(what: string, ms: number, boundMs: number): void {
  const [told, bound] = [ms, boundMs].map((each) => `${Math.round(each)} ms`);
  if (ms >= boundMs) process.stderr.write(`${what}: ${told}, past its bound of ${bound}.\n`);
  expect(ms).toBeLessThan(GROSSLY * boundMs);
}

function meantNemeses(): Nemesis[] {
  const { NEMESIS } = process.env;
  if (NEMESIS) return everyNemesis.filter(({ name }) => new RegExp(NEMESIS).test(name));
  if (SOAK_S > 0) return everyNemesis;
  const quick = everyNemesis.filter(({ isOfSoak }) => !isOfSoak);
  const shared = partOfCommit(
    quick.filter(({ isPlanned }) => !isPlanned),
    3,
  );
  return quick.filter((nemesis) => nemesis.isPlanned || shared.includes(nemesis));
}

describeWith(needs, 'three processes under load', ({ mongod, 'redis-server': redis }) => {
  let life: Life;
  const costs: Cost[] = [];
  let turn = 0;
  const meant = meantNemeses();

  beforeAll(async () => {
    const size = { rooms: 8, members: 20, outcasts: 4, rich: 10 };
    life = await Life.begin({ binaries: { mongod, redis, cc }, leaseMs: LEASE_MS, size, everyMs: 350 });
  }, 120_000);
  afterAll(async () => {
    if (process.env.NODE_OUTPUT === 'on') process.stderr.write(life.output());
    await life?.end();
  }, 60_000);

  if (cc === undefined) process.stderr.write('Without a C compiler no clock of a node is set.\n');
  let quietP99Ms = 0;
  /** A machine with more to do than it has processors for stretches every bound. */
  const slowness = () => Math.max(1, quietP99Ms / QUIET_P99_MS, (loadavg()[0] as number) / (2 * cpus().length));

  /** The nodes take turns. */
  const disturb = ({ name, run }: Nemesis): Promise<Cost> =>
    life.during(name, async () => {
      const giveUpAt = performance.now() + SOAK_S * 1_000;
      do {
        turn += 1;
        await run(life, life.cluster.nodes[turn % life.cluster.nodes.length] as NodeProcess);
        await life.recovered();
      } while (performance.now() < giveUpAt);
    });

  /** Whether a drain fails nothing cannot be seen where nodes lose their leases for lack of a processor. */
  const drain = async (nemesis: Nemesis): Promise<Cost> => {
    for (let tries = 1; ; tries += 1) {
      const lost = life.leasesLost();
      const cost = await disturb(nemesis);
      if (life.leasesLost() === lost || tries === TRIES_MAX) return cost;
      print([cost]);
      process.stderr.write('Some node was starved meanwhile, so this is done again.\n');
    }
  };

  const expectNoFailures = (cost: Cost) => {
    if (slowness() < OVERLOADED) expect(cost.failures).toEqual({});
    else expect(cost.failed).toBeLessThan(GROSS_SHARE * cost.acknowledged);
  };

  it(
    'fail nothing while nothing is broken',
    async () => {
      const cost = await life.during('nothing', () => pause(QUIET_MS));
      costs.push(cost);
      print([cost]);
      quietP99Ms = cost.p99Ms;
      expectNoFailures(cost);
    },
    WITHIN_MS,
  );

  // In an order of chance alone, where that is wanted of some.
  const each = meant.length > 0 && !(CHAOS_S > 0 && process.env.NEMESIS) ? it.each(meant) : () => undefined;
  each(
    'are well again after: $name',
    async (nemesis) => {
      const cost = await (nemesis.isPlanned ? drain : disturb)(nemesis);
      costs.push(cost);
      print([cost]);
      keeps(`pause after ${nemesis.name}`, cost.pauseMs, nemesis.pauseMaxMs(life) * slowness());
      if (!nemesis.isPlanned) return;
      expectNoFailures(cost);
      keeps(`p99 during ${nemesis.name}`, cost.p99Ms, quietP99Ms + DRAIN_P99_ADDED_MS * slowness());
    },
    WITHIN_MS,
  );

  if (CHAOS_S > 0) {
    it(
      'are well again after each of them, in an order of chance',
      async () => {
        const seed = seedOfRun();
        process.stderr.write(`The order is that of MODEL_SEED=${seed}.\n`);
        const chance = new SeededRandom(seed, 'chaos');
        const until = performance.now() + CHAOS_S * 1_000;
        while (performance.now() < until) {
          const nemesis = chance.pick(process.env.NEMESIS ? meant : everyNemesis);
          const cost = await disturb(nemesis);
          costs.push(cost);
          keeps(`pause after ${nemesis.name}`, cost.pauseMs, nemesis.pauseMaxMs(life) * slowness());
        }
      },
      CHAOS_S * 1_000 + CHAOS_MARGIN_MS,
    );
  }

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
      const steps = acked + reads.length + bans.length;
      writeFigures({ steps, faults: costs.length - 1, observers: readings.length, violations: faults.length });
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
