import type { Store } from '../store.js';
import { countDeleted } from './count-deleted.js';
import { listOpenRooms } from './list-open-rooms.js';
import { seedPanel } from './seed-panel.js';
import { splitTallies } from './split-tallies.js';

/**
 * A step forward. It works through the port alone, so it is the same for both engines; it may be repeated from its
 * beginning at any time, and the version before it can still run beside what it leaves.
 */
export interface Migration {
  /** Sorts by age: `0001-what-it-does`. Never renamed. */
  name: string;
  run: (store: Store) => Promise<void>;
}

/** In order; new ones go to the end. Collections and indexes need none: they are made from collections.ts at open. */
export const migrations: readonly Migration[] = [
  { name: '0001-first-schema', run: async () => {} },
  { name: '0002-tallies', run: splitTallies },
  { name: '0003-panel-catalog', run: seedPanel },
  { name: '0004-open-rooms', run: listOpenRooms },
  { name: '0005-deleted-counts', run: countDeleted },
];
