import { commitNumber } from '../../../scripts/test/part-of-commit.mjs';
import { seededRandom } from '../time/seeded-random.js';

/** Every seed is a whole number below this. */
const SEEDS_END = 2 ** 31;

/**
 * The seed of a random test. `MODEL_SEED` repeats one. CI judges a commit, so its seed follows from the commit: who
 * runs it again tries the same inputs, and the next commit others. Elsewhere chance decides.
 */
export function seedOfRun(): number {
  const { MODEL_SEED, CI } = process.env;
  if (MODEL_SEED) return Number(MODEL_SEED);
  const chance = CI === 'true' ? seededRandom(commitNumber()) : Math.random;
  return Math.floor(chance() * SEEDS_END);
}
