/** What one seed makes of a world of one node without Redis. */
import { type FaultKind, type Plan, planOf } from '../plan.js';
import { SeededRandom } from '../time/seeded-random.js';

/** Troubles that only a single node has. */
export const singleFaultKinds = ['replacement', 'store away', 'full disk', 'failed fsync', 'stalled disk'] as const;
export type SingleFaultKind = (typeof singleFaultKinds)[number];

const ofProcess: FaultKind[] = ['crash', 'crash at a point', 'pause', 'pause at a point', 'stop', 'clock jump'];

const faultsOf: Record<NonNullable<Plan['single']>, FaultKind[]> = {
  mongo: [
    ...ofProcess,
    'replacement',
    'store away',
    'store trouble',
    'slow store',
    'late writes',
    'repeated writes',
    'election',
  ],
  // A process on a data folder cannot be replaced while it lives: the folder is locked.
  embedded: [...ofProcess, 'slow store', 'full disk', 'failed fsync', 'stalled disk'],
};

/** One machine's clock is the service's: mutes are shorter than what it may be set by in the ordinary worlds. */
const JUMPS_MS = [-20_000, -2_000, 2_000, 20_000];

export function singlePlanOf(seed: number, engine: NonNullable<Plan['single']>): Partial<Plan> {
  const chance = new SeededRandom(seed, `single plan on ${engine}`);
  const few = faultsOf[engine].filter(() => chance.hits(0.35));
  const faults = few.length > 0 ? few : faultsOf[engine];
  const { slowModeS, ttlMs, givesUpMs, sessionMs } = planOf(seed);
  const isTimeSet = faults.includes('clock jump');
  return {
    single: engine,
    nodes: ['a'],
    rooms: chance.whole(1, 2),
    faults,
    jumpsMs: JUMPS_MS,
    slowModeS: isTimeSet ? 0 : slowModeS,
    ttlMs: isTimeSet ? 0 : ttlMs,
    ...(isTimeSet ? { inviteMs: [null], slowModes: [0] } : {}),
    sessionMs: isTimeSet ? 0 : sessionMs,
    givesUpMs: isTimeSet ? 0 : givesUpMs,
    hasTwoVersions: false,
  };
}
