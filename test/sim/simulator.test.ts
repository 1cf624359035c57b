/** Whole worlds on virtual time, each decided by one number: what breaks in them must not be seen by anybody. */
import { partOfCommit } from '../../scripts/test/part-of-commit.mjs';
import { findBug, plantedBugs } from './planted-bugs.js';
import { runSeed } from './run-seed.js';
import { singlePlanOf } from './single/single-plan.js';

/**
 * For so long new seeds are tried: each is told when something is wrong with it, and `SEED=… npm run sim` repeats it.
 */
const FRESH_MS = 20_000;
/** A proof of one state of the sources tries the same seeds each time; the soak tries thousands. */
const SAME_SEEDS = 5;
const isProof = process.env.CI === 'true';

describe('the simulator', () => {
  it('writes the same history for the same seed, to the byte', async () => {
    const [first, second, other] = [await runSeed(7), await runSeed(7), await runSeed(8)];
    expect(first.history.ops.length).toBeGreaterThan(100);
    expect(second.history.text()).toBe(first.history.text());
    expect(other.history.text()).not.toBe(first.history.text());
  }, 120_000);

  it('finds nothing on many seeds', async () => {
    const first = isProof ? 1 : 1_000_000 + Math.floor(Math.random() * 1_000_000_000);
    const until = performance.now() + FRESH_MS;
    const isEnough = (seed: number) => (isProof ? seed > SAME_SEEDS : performance.now() > until);
    for (let seed = first; !isEnough(seed); seed += 1) {
      const { violations } = await runSeed(seed);
      expect({ seed, violations }).toEqual({ seed, violations: [] });
    }
  }, 300_000);
});

/** Worlds of one node are short; a proof tries the same ones each time. */
const SINGLE_MS = 8_000;
const SAME_SINGLE_SEEDS = 2;

describe.each(['mongo', 'embedded'] as const)('the simulator, with one node without Redis on %s', (engine) => {
  const run = (seed: number) => runSeed(seed, { plan: singlePlanOf(seed, engine) });

  it('writes the same history for the same seed, to the byte', async () => {
    const [first, second] = [await run(7), await run(7)];
    expect(first.history.ops.length).toBeGreaterThan(100);
    expect(second.history.text()).toBe(first.history.text());
  }, 120_000);

  it('finds nothing on many seeds', async () => {
    const first = isProof ? 1 : 1_000_000 + Math.floor(Math.random() * 1_000_000_000);
    const until = performance.now() + SINGLE_MS;
    const isEnough = (seed: number) => (isProof ? seed > SAME_SINGLE_SEEDS : performance.now() > until);
    for (let seed = first; !isEnough(seed); seed += 1) {
      const { violations } = await run(seed);
      expect({ seed, violations }).toEqual({ seed, violations: [] });
    }
  }, 300_000);
});

/** Any change of what ships makes other worlds of the same seeds: none of them is relied on. */
const SEEDS_MAX = 10;
const TO_FIND = 3;

describe('the simulator, where a mistake was planted', () => {
  it('finds three of them within a few seeds each, others for each commit', async () => {
    const found: string[] = [];
    const soon = plantedBugs.filter(({ isRare }) => !isRare);
    for (const bug of partOfCommit(soon, 3)) {
      if (found.length === TO_FIND) break;
      const run = await findBug(bug, seedsUpTo(SEEDS_MAX));
      if (run) found.push(bug.name);
    }
    expect(found).toHaveLength(TO_FIND);
  }, 600_000);
});

function* seedsUpTo(last: number): Iterable<number> {
  for (let seed = 1; seed <= last; seed += 1) yield seed;
}
