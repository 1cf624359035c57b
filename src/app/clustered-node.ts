/** The node of actors, alone or as a member of a cluster. */
import { livingFormat } from '#actors/cluster/living-format.js';
import { soleOwnership } from '#actors/runtime/ownership.js';
import type { Config } from '../config/config.js';
import { FORMAT } from '../domain/format.js';
import { SLOTS } from '../domain/slots.js';
import { createNode, type Node } from '../node.js';
import { currentRequest } from '../observability/request-context.js';
import type { HeldStore } from '../open-store.js';
import { actorErrorLog } from './actor-error-log.js';
import type { CleanupStack } from './cleanup-stack.js';
import type { ClusterServices, ClusterServicesDeps } from './cluster-services.js';
import type { Tools } from './tools.js';

const BYTES_PER_MIB = 1_048_576;

/** How long a commit may wait for more. One of the embedded engine costs too little to be worth a wait. */
const GATHER_MS = { embedded: 0, mongo: 6 };

/** A node that is alone does without the packages for Redis: they would make its start a tenth slower. */
export async function clusterServicesOf(parts: ClusterServicesDeps): Promise<ClusterServices | null> {
  const { cluster } = parts.config;
  if (!cluster) {
    // This node owns all slots: an alarm must not take it for a cluster without owners.
    parts.metrics.held(SLOTS, 1);
    return null;
  }
  const { openClusterServices } = await import('./cluster-services.js');
  return openClusterServices(parts, cluster);
}

/** Whether this node takes new work of an actor; a single node has all of them. */
export const takesOf =
  (cluster: ClusterServices | null) =>
  (id: string): boolean =>
    cluster?.sharding.takes(id) ?? true;

/** The newest format that each living node knows; a single node knows its own. */
export const formatOf = (cluster: ClusterServices | null) => (): number =>
  cluster ? livingFormat(cluster.sharding.coordinator.table) : FORMAT;

export function nodeOf(
  config: Config,
  { store, isTrusted }: HeldStore,
  cluster: ClusterServices | null,
  tools: Tools,
): Node {
  const { env, loggers, metrics, tracing, crashPoint } = tools;
  return createNode({
    store,
    env,
    // In a cluster the lease table decides the owners instead.
    owner: { ...soleOwnership(env.uuid().replaceAll('-', '').slice(0, 12)), holds: isTrusted },
    alone: true,
    lanes: { gatherMs: GATHER_MS[store.engine] },
    cluster: cluster?.sharding,
    currentCause: currentRequest,
    brand: config.brand,
    sessionMaxAgeS: config.sessionMaxAgeS,
    documentTtlS: config.documentTtlS,
    messageSizes: config.sizeLimits,
    retentionDays: config.retentionDays,
    budgetBytes: config.actorBudgetMb === null ? undefined : config.actorBudgetMb * BYTES_PER_MIB,
    metrics: metrics.runtime,
    tracer: tracing ?? undefined,
    crashPoint,
    onError: actorErrorLog(loggers.actors, store),
  });
}

/**
 * Runs before the servers accept requests, so that this node owns slots or routes to their owners from the first
 * request on.
 */
export async function joinCluster(cluster: ClusterServices | null, node: Node, cleanup: CleanupStack): Promise<void> {
  cleanup.add('the connections to other nodes', () => cluster?.close());
  cleanup.add('the actors', () => node.stop());
  // Releases its slots; otherwise no node would answer for them until the process has ended.
  cleanup.add('the membership', () => cluster?.sharding.stop());
  await cluster?.sharding.start();
}
