/** Mistakes that only a node without Redis, a driver that repeats, a wrong clock, or two versions at once can show. */
import { AnnouncedPosition } from '#actors/runtime/unsettled.js';
import { asDoc, type Store } from '#src/store/store.js';
import { LeaseData } from '../edges/virtual-lease-table.js';
import { focusedPlans } from '../focused-plans.js';
import { troubled } from '../plan.js';
import type { PlantedBug } from '../planted-bugs.js';
import { Disk } from '../single/embedded-disk.js';
import { LATER_FIELD } from '../two-versions.js';
import { changedKind } from './changed-kind.js';
import { changedMethod } from './changed-method.js';
import { changedStore } from './changed-store.js';

const single = { nodes: ['a'], rooms: 1, people: 5, thinkMs: 150, jumpsMs: [2_000] };

export const singleBugs: PlantedBug[] = [
  {
    name: 'a single node trusts its lease for ever',
    isRare: true,
    plan: { ...single, single: 'mongo', faults: ['replacement'], betweenFaultsMs: 1_500, leaseMs: 2_000 },
    plant: () => ({ ownership: (real) => ({ ...real, holds: () => true }) }),
  },
  {
    name: 'a renewal that comes late shortens the lease of a single node',
    isRare: true,
    plan: { ...single, single: 'mongo', faults: ['replacement', 'late writes'], lateWrites: { late: 0.7 } },
    plant: () => ({ heldStore: (store) => changedStore(store, renewingAtAnyTime) }),
  },
  {
    name: 'what is durable is taken for announced',
    isRare: true,
    plan: focusedPlans['uncertain leases'],
    plant: () => ({}),
    patch: () =>
      changedMethod(AnnouncedPosition.prototype, 'durable', (real) => {
        return function (this: AnnouncedPosition, number: number, position: number | undefined) {
          real.call(this, number, position);
          this.released(number);
        };
      }),
  },
  {
    name: 'a group of requests whose fsync failed is answered as if it were durable',
    plan: { ...single, single: 'embedded', faults: ['failed fsync'] },
    plant: () => ({}),
    patch: () =>
      changedMethod(Disk.prototype, 'exec', (real) => {
        return function (this: Disk, sql: string) {
          try {
            real.call(this, sql);
          } catch (cause) {
            if (sql !== 'COMMIT') throw cause;
            if (this.inTransaction) real.call(this, 'ROLLBACK');
          }
        };
      }),
  },
  {
    name: 'what was written twice is taken for the write of somebody else',
    plan: { ...troubled(['repeated writes']), betweenFaultsMs: 600 },
    plant: () => ({ store: (store) => changedStore(store, withoutCommits) }),
  },
  {
    name: 'a lease lasts as long as a clock says that was set back',
    plan: { ...troubled(['redis clock', 'crash']), betweenFaultsMs: 800 },
    plant: () => ({}),
    patch: () => changedMethod(LeaseData.prototype, 'cutTimes', () => () => undefined),
  },
  {
    name: 'a room with an entry of a later version is not loaded',
    plan: { hasTwoVersions: true, faults: ['stop', 'crash'] },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        async load(id, io, unsettled) {
          const range = { index: '_id', gt: `${id}:`, lt: `${id};`, desc: true, limit: 1 };
          const [newest] = await io.reader.range('log', range);
          if (newest && LATER_FIELD in newest) throw new Error(`unknown field ${LATER_FIELD}`);
          return kind.load(id, io, unsettled);
        },
      })),
  },
];

/** As renewals were once: whichever comes last is the lease. */
const renewingAtAnyTime = (real: Store): Partial<Store> => ({
  write: (writes, how) =>
    real.write(
      writes.map((write) =>
        write.op === 'set' && write.in === 'meta' ? { ...write, guard: withoutRev(write) } : write,
      ),
      how,
    ),
});

function withoutRev({ guard = {} }: { guard?: object }): object {
  const { olderThan: _, ...rest } = guard as { olderThan?: number };
  return rest;
}

/** Who wrote an entry or a document cannot be told from it. */
const withoutCommits = (real: Store): Partial<Store> => ({
  async get(from, id) {
    const found = await real.get<never>(from, id);
    return found && ({ ...asDoc<{ _id: string }>(found), commit: 'another', lastCommit: 'another' } as never);
  },
});
