/**
 * Mistakes that somebody could make, each with a seed on which the simulator finds it. They are put in from outside,
 * at the edges of a node or around a method: what ships has no line of them.
 */
import { leaseBugs } from './planted/lease-bugs.js';
import { storeBugs } from './planted/store-bugs.js';
import { streamBugs } from './planted/stream-bugs.js';
import { type Run, runSeed } from './run-seed.js';
import type { Seams } from './seams.js';

export interface PlantedBug {
  name: string;
  /** One that finds it; null while none is known: those are looked for in the soak. */
  seed: number | null;
  plant(): Seams;
  /** What is changed for all nodes; answers how it is put back. */
  patch?(): () => void;
}

export const plantedBugs: readonly PlantedBug[] = [...storeBugs, ...leaseBugs, ...streamBugs];

export async function runWithBug(bug: PlantedBug, seed: number): Promise<Run> {
  const putBack = bug.patch?.();
  try {
    return await runSeed(seed, bug.plant());
  } finally {
    putBack?.();
  }
}

/** The first seed of these that finds it, with what it found; null when none does. */
export async function findBug(bug: PlantedBug, seeds: Iterable<number>): Promise<Run | null> {
  for (const seed of seeds) {
    const run = await runWithBug(bug, seed);
    if (run.violations.length > 0) return run;
  }
  return null;
}
