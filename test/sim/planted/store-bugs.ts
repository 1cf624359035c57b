/** Mistakes in how the store is written and read. */
import { StoreUnavailable, type Write } from '#src/store/store.js';
import type { PlantedBug } from '../planted-bugs.js';
import { changedKind } from './changed-kind.js';
import { changedStore } from './changed-store.js';

const CACHED_MS = 800;

export const storeBugs: PlantedBug[] = [
  {
    name: 'acknowledged before it is durable',
    plant: () => ({
      store: (store) =>
        changedStore(store, (real) => ({
          async append(entries) {
            real.append(entries).catch(() => undefined);
            return { appended: entries.length };
          },
        })),
    }),
  },
  {
    name: 'entries of one batch are inserted in no order',
    isRare: true,
    plan: { faults: ['store trouble', 'crash'] },
    plant: () => ({
      store: (store) =>
        changedStore(store, (real) => ({
          async append(entries) {
            const each = await Promise.all(entries.map((entry) => real.append([entry])));
            const stopped = each.findIndex(({ refused }) => refused);
            return stopped < 0 ? { appended: entries.length } : { ...each[stopped], appended: stopped };
          },
        })),
    }),
  },
  {
    name: 'projections are written without a look at their rev',
    isRare: true,
    plan: { faults: ['store trouble', 'pause at a point', 'cut from redis'] },
    plant: () => ({
      store: (store) => changedStore(store, (real) => ({ write: (writes) => real.write(writes.map(unguarded)) })),
    }),
  },
  {
    name: 'a client_id is not kept with its entry',
    plan: { faults: ['store trouble', 'crash'] },
    plant: () => ({
      store: (store) =>
        changedStore(store, (real) => ({
          append: (entries) => real.append(entries.map(({ dedup: _, ...entry }) => entry)),
        })),
    }),
  },
  {
    name: 'an append of unknown outcome is taken for done',
    plant: () => ({
      store: (store) =>
        changedStore(store, (real) => ({
          append: (entries) =>
            real.append(entries).catch((error: unknown) => {
              if (error instanceof StoreUnavailable) return { appended: entries.length };
              throw error;
            }),
        })),
    }),
  },
  {
    name: 'reads are answered from a little while ago',
    isRare: true,
    plan: { faults: ['crash', 'cut from redis', 'stop'] },
    plant: () => ({
      store(store, { env }) {
        const known = new Map<string, { at: number; docs: unknown }>();
        const cached = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
          const held = known.get(key);
          if (held && env.monotonic() - held.at < CACHED_MS) return structuredClone(held.docs) as T;
          const docs = await read();
          known.set(key, { at: env.monotonic(), docs: structuredClone(docs) });
          return docs;
        };
        return changedStore(store, (real) => ({
          get: (from, id) => cached(`${from} ${id}`, () => real.get(from, id)),
          range: (from, range) => cached(`${from} ${JSON.stringify(range)}`, () => real.range(from, range)),
        }));
      },
    }),
  },
  {
    name: 'a checkpoint is written in no order',
    isRare: true,
    plan: { faults: ['crash at a point', 'crash', 'store trouble'] },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        checkpoint(state, leaving) {
          const unit = kind.checkpoint(state, leaving);
          return unit?.writes ? { writes: [...unit.writes, ...(unit.after ?? [])] } : unit;
        },
      })),
  },
  {
    name: 'money moves without a look at what is there',
    isRare: true,
    plan: { faults: ['store trouble', 'crash'] },
    plant: () => ({
      store: (store) =>
        changedStore(store, (real) => ({
          transaction: (writes) => real.transaction(writes.map((write) => (isOfMoney(write) ? bare(write) : write))),
        })),
    }),
  },
];

function unguarded(write: Write): Write {
  if (write.guard?.olderThan === undefined) return write;
  const { olderThan: _, ...guard } = write.guard;
  return { ...write, guard };
}

const isOfMoney = (write: Write): boolean => write.in === 'tallies' || write.in === 'ledger' || write.in === 'dms';

function bare(write: Write): Write {
  const { guard: _, ...rest } = write;
  return rest as Write;
}
