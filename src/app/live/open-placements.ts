import type { Cluster } from '#actors/cluster/cluster.js';
import { SlotBalancer } from '#actors/cluster/placement/slot-balancer.js';
import type { Env } from '#actors/runtime/env.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';
import type { ClusterMetrics } from '#src/observability/metrics.js';
import { SlotPlacements } from './slot-placements.js';

interface PlacingParts {
  name: string;
  cluster: Cluster;
  table: LeaseTable;
  metrics: ClusterMetrics;
  env: Env;
  onError: (what: string, error?: unknown) => void;
}

/** Where slots are: by the balancer, and by operators. */
export function openPlacements({ name, cluster, table, metrics, env, onError }: PlacingParts) {
  const { work, coordinator, peers } = cluster;
  const shared = { name, table, work, coordinator, peers };
  const balancer = new SlotBalancer({
    ...shared,
    env,
    onMoved: (count) => metrics.placed('balancer', count),
    onMeasured: (total) => metrics.worked(total),
    onError,
  });
  balancer.start();
  return { balancer, placements: new SlotPlacements({ ...shared, onPlaced: () => metrics.placed('operator', 1) }) };
}
