import type { Parameters } from 'fast-check';

/**
 * How often a property is tried, and from which seed. `MODEL_RUNS` multiplies the runs, `MODEL_SEED` repeats a life;
 * without it every run takes a seed of its own and says which.
 */
export function modelRuns<T>(runs: number): Parameters<T> {
  const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const numRuns = runs * Number(process.env.MODEL_RUNS ?? 1);
  process.stderr.write(`${expect.getState().currentTestName}: seed ${seed}, ${numRuns} runs\n`);
  return { seed, numRuns, endOnFailure: process.env.MODEL_SHRINK === 'off' };
}
