/**
 * A deploy: three nodes of an earlier version are replaced by this one under load. `VERSIONS=back` also puts the earlier one
 * back and replaces it again, as after a deploy that was taken back.
 */
import { loadavg } from 'node:os';
import { writeFigures } from '../../../scripts/test/soak-table.mjs';
import { buildPrevious, type PreviousBuild, previousForTests } from '../../support/processes/previous-build.js';
import { mongodForTests } from '../../support/servers/mongod.js';
import { redisForTests } from '../../support/servers/redis.js';
import { describeWith } from '../../support/skipped-suites.js';
import type { Cost } from '../history/figures.js';
import { countsOf, faultsOf } from '../history/history-checks.js';
import { pause } from './balancer.js';
import { Life } from './life.js';
import { print } from './table.js';

const THIS_BUILD = process.cwd();
const LEASE_MS = 6_000;
/** Nodes of both versions serve together for so long after each replacement. */
const TOGETHER_MS = 2_000;
const WITHIN_MS = 400_000;
/** At a higher load nodes lose their leases for lack of a processor, and calls fail for that. */
const STARVED_LOAD = 6;
const GROSS_SHARE = 0.1;

const needs = { mongod: mongodForTests(), 'redis-server': redisForTests(), 'earlier version': previousForTests() };

describeWith(needs, 'a deploy under load', ({ mongod, 'redis-server': redis, 'earlier version': previous }) => {
  let earlier: PreviousBuild;
  let life: Life;
  const costs: Cost[] = [];

  beforeAll(async () => {
    earlier = buildPrevious(previous);
    const size = { rooms: 6, members: 12, outcasts: 3, rich: 6 };
    const binaries = { mongod, redis };
    life = await Life.begin({ binaries, leaseMs: LEASE_MS, size, everyMs: 400, build: earlier.folder });
  }, 240_000);
  afterAll(async () => {
    if (process.env.NODE_OUTPUT === 'on') process.stderr.write(life.output());
    await life?.end();
    earlier?.[Symbol.dispose]();
  }, 60_000);

  const replaceAll = (build: string) => async () => {
    for (const { name, server } of life.cluster.nodes) {
      const code = await server.stop();
      if (code !== 0) throw new Error(`node ${name} ended with ${code}\n${server.output()}`);
      server.use(build);
      await server.start();
      await life.recovered();
      await pause(TOGETHER_MS);
    }
  };

  const builds = { new: () => THIS_BUILD, earlier: () => earlier.folder };
  const order: (keyof typeof builds)[] = process.env.VERSIONS === 'back' ? ['new', 'earlier', 'new'] : ['new'];

  it.each(order)(
    'fails nothing while nodes of the %s version replace the others',
    async (version) => {
      const cost = await life.during(`nodes of the ${version} version`, replaceAll(builds[version]()));
      costs.push(cost);
      print([cost]);
      if ((loadavg()[0] as number) < STARVED_LOAD) expect(cost.failures).toEqual({});
      else expect(cost.failed).toBeLessThan(GROSS_SHARE * cost.acknowledged);
    },
    WITHIN_MS,
  );

  it('loses, repeats and reorders nothing, and leaves logs that agree with what is derived from them', async () => {
    const history = await life.finish();
    const faults = faultsOf(history);
    const acknowledged = history.posts.filter(({ outcome }) => outcome === 'acknowledged').length;
    writeFigures({
      steps: acknowledged,
      faults: costs.length,
      observers: history.readings.length,
      violations: faults.length,
    });
    process.stderr.write(`${JSON.stringify({ acknowledged, faults: countsOf(faults) })}\n`);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(acknowledged).toBeGreaterThan(50);
    for (const { server } of life.cluster.nodes) expect(await server.stop()).toBe(0);
    await life.cluster.verifyLog();
  }, 240_000);
});
