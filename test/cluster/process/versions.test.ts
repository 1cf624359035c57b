/**
 * A deploy: three nodes of an earlier version are replaced under load by this one, as a later release could be: with a new fact, a
 * new index and one index less. `VERSIONS=back` also puts the earlier one back and replaces it again, as after a deploy that was
 * taken back.
 */
import { loadavg } from 'node:os';
import { writeFigures } from '../../../scripts/test/soak-table.mjs';
import {
  EARLIER_FORMAT,
  NEW_INDEX,
  NEXT_FACT,
  NEXT_FORMAT,
  type NextBuild,
  nextBuild,
  OLD_INDEX,
} from '../../support/processes/next-build.js';
import { buildPrevious, type PreviousBuild, previousForTests } from '../../support/processes/previous-build.js';
import { mongodForTests } from '../../support/servers/mongod.js';
import { redisForTests } from '../../support/servers/redis.js';
import { describeWith } from '../../support/skipped-suites.js';
import type { Cost } from '../history/figures.js';
import { countsOf, faultsOf } from '../history/history-checks.js';
import { pause } from './balancer.js';
import { LaterTags } from './later-tags.js';
import { Life } from './life.js';
import { PlantedFact } from './planted-fact.js';
import { print } from './table.js';

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
  let next: NextBuild;
  let life: Life;
  let planted: PlantedFact;
  let tags: LaterTags;
  const costs: Cost[] = [];

  beforeAll(async () => {
    earlier = buildPrevious(previous);
    next = nextBuild();
    const size = { rooms: 6, members: 12, outcasts: 3, rich: 6 };
    const binaries = { mongod, redis };
    life = await Life.begin({ binaries, leaseMs: LEASE_MS, size, everyMs: 400, build: earlier.folder });
    planted = await PlantedFact.begin(life.cluster);
    tags = await LaterTags.begin(life.cluster);
  }, 240_000);
  afterAll(async () => {
    if (process.env.NODE_OUTPUT === 'on') process.stderr.write(life.output());
    await life?.end();
    earlier?.[Symbol.dispose]();
    next?.[Symbol.dispose]();
  }, 60_000);

  const replaceAll = (version: keyof typeof builds) => async () => {
    const { nodes } = life.cluster;
    for (const [at, { name, server }] of nodes.entries()) {
      const code = await server.stop();
      if (code !== 0) throw new Error(`node ${name} ended with ${code}\n${server.output()}`);
      server.use(builds[version]());
      await server.start();
      await life.recovered();
      await pause(TOGETHER_MS);
      const isLast = at === nodes.length - 1;
      await useNewFact(version === 'new' || !isLast);
      await giveNewTags(version === 'new' && isLast);
    }
  };

  let isPlanted = false;
  /** As soon as a node of the later version serves, it has written something new: the others hand their rooms over to it. */
  async function useNewFact(isKnown: boolean): Promise<void> {
    if (!isPlanted) await planted.plant();
    isPlanted = true;
    if (isKnown) await planted.isUsed();
    else expect(new Set(await planted.answers())).toEqual(new Set(['unavailable']));
    await life.recovered();
  }

  /** No node writes the fact by itself while an earlier one lives, and each does as soon as none does. */
  async function giveNewTags(isAllowed: boolean): Promise<void> {
    const before = await tags.written();
    if (isAllowed) {
      await tags.areTaken();
      expect(await tags.written()).toBeGreaterThan(before);
    } else {
      expect(await tags.give()).toContain('unavailable');
      expect(await tags.written()).toBe(before);
    }
    await life.recovered();
  }

  const builds = { new: () => next.folder, earlier: () => earlier.folder };
  const order: (keyof typeof builds)[] = process.env.VERSIONS === 'back' ? ['new', 'earlier', 'new'] : ['new'];

  it.each(order)(
    'fails nothing while nodes of the %s version replace the others',
    async (version) => {
      const cost = await life.during(`nodes of the ${version} version`, replaceAll(version));
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
    await life.cluster.verifyLog(next.folder);
  }, 240_000);

  it('leaves a fact of the later version that the earlier one sees, and the indexes of both', async () => {
    const seen = `needs format ${NEXT_FORMAT} (fact ${NEXT_FACT}), and this version knows ${EARLIER_FORMAT}`;
    await expect(life.cluster.verifyLog(earlier.folder)).rejects.toThrow(seen);
    expect(await planted.indexesOf('vanity')).toEqual(expect.arrayContaining([OLD_INDEX, NEW_INDEX]));
  }, 120_000);
});
