/**
 * Mistakes that somebody could make, each of which the simulator finds. They are put in from outside,
 * at the edges of a node or around a method: what ships has no line of them.
 */

import type { InjectionPoints } from './injection-points.js';
import type { Plan } from './plan.js';
import { leaseBugs } from './planted/lease-bugs.js';
import { refusalBugs } from './planted/refusal-bugs.js';
import { roomBugs } from './planted/room-bugs.js';
import { singleBugs } from './planted/single-bugs.js';
import { socketBugs } from './planted/socket-bugs.js';
import { storeBugs } from './planted/store-bugs.js';
import { streamBugs } from './planted/stream-bugs.js';
import { type Run, runSeed } from './run-seed.js';

export interface PlantedBug {
  name: string;
  /** Few seeds find it: it is looked for in the soak. */
  isRare?: true;
  /** Under which troubles it shows soon; unset = under any. */
  plan?: Partial<Plan> | undefined;
  plant(): InjectionPoints;
  /** What is changed for all nodes; answers how it is put back. */
  patch?(): () => void;
}

export const plantedBugs: readonly PlantedBug[] = [
  ...storeBugs,
  ...leaseBugs,
  ...streamBugs,
  ...socketBugs,
  ...refusalBugs,
  ...roomBugs,
  ...singleBugs,
];

export async function runWithBug(bug: PlantedBug, seed: number): Promise<Run> {
  const putBack = bug.patch?.();
  try {
    // Sockets and silence are only for those that need them: a broken world reconnects without an end.
    return await runSeed(seed, {
      plan: {
        devices: 0,
        hasDirectLinks: false,
        slowModeS: 0,
        friends: 0,
        visitors: 0,
        givesUpMs: 0,
        shortRooms: 0,
        quietRooms: 0,
        phones: 0,
        picturesMs: 0,
        searchMs: 0,
        forwardsMs: 0,
        listsMs: 0,
        keyedMs: 0,
        exportsMs: 0,
        mailsMs: 0,
        hasLaterDays: false,
        slotsMs: 0,
        repliesMs: 0,
        handsOverMs: 0,
        ...bug.plan,
      },
      ...bug.plant(),
    });
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
