import type { Parameters } from '../support/seeds/fast-check.js';
import { seedOfRun } from '../support/seeds/seed-of-run.js';

/** How often a property is tried, and from which seed, which is told. `MODEL_RUNS` multiplies the runs. */
export function modelRuns<T>(runs: number): Parameters<T> {
  const seed = seedOfRun();
  const numRuns = runs * Number(process.env.MODEL_RUNS ?? 1);
  process.stderr.write(`${expect.getState().currentTestName}: seed ${seed}, ${numRuns} runs\n`);
  return { seed, numRuns, endOnFailure: process.env.MODEL_SHRINK === 'off' };
}
