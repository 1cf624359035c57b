import type { Store } from '../store.js';
import { countDeleted } from './count-deleted.js';
import { listOpenRooms } from './list-open-rooms.js';
import { seedPanel } from './seed-panel.js';
import { splitTallies } from './split-tallies.js';

/**
 * A migration. It uses the port alone, so that it is the same for both engines. It may be repeated from its beginning
 * at any time, and the previous version still runs on its result.
 */
export interface Migration {
  /** Sorts by age: `0001-what-it-does`. Never renamed. */
  name: string;
  run: (store: Store) => Promise<void>;
}

/**
 * In order; new ones are appended. Collections and indexes need no migration: the store creates them from
 * collections.ts when it opens.
 */
export const migrations: readonly Migration[] = [
  { name: '0001-first-schema', run: async () => {} },
  { name: '0002-tallies', run: splitTallies },
  { name: '0003-panel-catalog', run: seedPanel },
  { name: '0004-open-rooms', run: listOpenRooms },
  { name: '0005-deleted-counts', run: countDeleted },
];
