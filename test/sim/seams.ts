/** Where a mistake can be put in without a line of it in what ships: at the edges of a node, around what it is made of. */
import type { ClusterOptions } from '#actors/cluster/cluster.js';
import type { Env } from '#actors/runtime/env.js';
import type { Ownership } from '#actors/runtime/ownership.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';
import type { Link } from '#src/cluster/link.js';
import type { Store } from '#src/store/store.js';
import type { Plan } from './plan.js';
import type { Life } from './time/life.js';
import type { MachineClock } from './time/node-env.js';
import type { World } from './world.js';

/** Where in the world it is. */
export interface Seat {
  name: string;
  life: Life;
  clock: MachineClock;
  env: Env;
  world: World;
}

export interface Seams {
  /** What the seed does not decide: troubles in which a mistake shows soon. */
  plan?: Partial<Plan> | undefined;
  /** How long an emptied table waits for its owners. */
  quietMs?: number | undefined;
  store?(store: Store, seat: Seat): Store;
  table?(table: LeaseTable, seat: Seat): LeaseTable;
  link?(link: Link, seat: Seat): Link;
  cluster?(options: ClusterOptions, seat: Seat): ClusterOptions;
  ownership?(ownership: Ownership, seat: Seat): Ownership;
}
