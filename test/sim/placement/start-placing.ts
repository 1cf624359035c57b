/** Where slots are, as the service decides it: by the balancer of each node, and by operators. */
import type { Cluster } from '#actors/cluster/cluster.js';
import { SlotBalancer } from '#actors/cluster/placement/slot-balancer.js';
import type { Env } from '#actors/runtime/env.js';
import { SlotPlacements } from '#src/app/live/slot-placements.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';

interface Placing {
  name: string;
  cluster: Cluster;
  table: LeaseTable;
  env: Env;
}

/** Worlds are small and short: what the service looks at in minutes is looked at in seconds. */
const INTERVAL_MS = 1_000;
const BUSY_MIN = 1;

export function startPlacing({ name, cluster, table, env }: Placing) {
  const { work, coordinator, peers } = cluster;
  const shared = { name, table, work, coordinator, peers };
  const nothing = () => undefined;
  const heard = { onMoved: nothing, onMeasured: nothing, onError: nothing };
  const balancer = new SlotBalancer({ ...shared, ...heard, env, intervalMs: INTERVAL_MS, busyMin: BUSY_MIN });
  balancer.start();
  return { balancer, placements: new SlotPlacements({ ...shared, onPlaced: nothing }) };
}
