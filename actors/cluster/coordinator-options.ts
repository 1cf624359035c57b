import type { Env } from '#actors/runtime/env.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';
import type { SlotListener } from './slots.js';

export interface CoordinatorOptions {
  name: string;
  table: LeaseTable;
  /** What nodes rely on while the table does not answer; default: nothing. */
  standby?: StandbyLeases | undefined;
  env: Env;
  beatMs: number;
  /** From sending a beat that was answered, for so long its slots are this node's; shorter than a lease. */
  trustMs: number;
  /** The newest format that this node knows; default: that of this version. */
  format?: number | undefined;
  /** Called when slots are gained, drained or lost. */
  slots: SlotListener;
  /** This node leaves in order, and everything is handed over: its life ends with the next step. */
  onHandedOff?: (() => void) | undefined;
  /** Reports errors to the log: an unreachable lease table, a lost lease. */
  onError: (what: string, error?: unknown) => void;
}
