import type { Fault, FaultKind, History } from './history.js';
import { afterBans, gaps, ghosts } from './reader-checks.js';
import { staleReads } from './reads.js';
import { duplicatedRows, lostRows, reorderedRows } from './rows.js';
import { starFaults } from './stars.js';

const checkers = [lostRows, duplicatedRows, reorderedRows, gaps, ghosts, afterBans, staleReads, starFaults];

/** Everything that is wrong with a history; each checker takes time in proportion to it, sorting aside. */
export const faultsOf = (history: History): Fault[] => checkers.flatMap((check) => check(history));

export function countsOf(faults: readonly Fault[]): Partial<Record<FaultKind, number>> {
  const counts: Partial<Record<FaultKind, number>> = {};
  for (const { kind } of faults) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
