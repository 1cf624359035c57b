/**
 * Where a mistake can be put in without a line of it in what ships: at the edges of a node, around what it is made of.
 */
import type { ClusterOptions } from '#actors/cluster/cluster.js';
import type { Env } from '#actors/runtime/env.js';
import type { Ownership } from '#actors/runtime/ownership.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';
import type { Store } from '#src/store/store.js';
import type { Plan } from './plan.js';
import type { Disk } from './single/embedded-disk.js';
import type { MachineClock } from './time/node-env.js';
import type { ProcessLifetime } from './time/process-lifetime.js';
import type { World } from './world.js';

/** Where in the world it is. */
export interface InjectionSite {
  name: string;
  /** Which life of the node it is, from 1. */
  number: number;
  life: ProcessLifetime;
  clock: MachineClock;
  env: Env;
  world: World;
}

export interface InjectionPoints {
  /** What the seed does not decide: troubles in which a mistake shows soon. */
  plan?: Partial<Plan> | undefined;
  /** How long an emptied table waits for its owners. */
  quietMs?: number | undefined;
  store?(store: Store, seat: InjectionSite): Store;
  /** The store as the lease of a single node uses it. */
  heldStore?(store: Store, world: World): Store;
  table?(table: LeaseTable, seat: InjectionSite): LeaseTable;
  standby?(leases: StandbyLeases, seat: InjectionSite): StandbyLeases;
  link?(link: NodeTransport, seat: InjectionSite): NodeTransport;
  cluster?(options: ClusterOptions, seat: InjectionSite): ClusterOptions;
  ownership?(ownership: Ownership, seat: InjectionSite): Ownership;
  /** The connection of the embedded engine to its file. */
  disk?(disk: Disk, world: World): Disk;
}
