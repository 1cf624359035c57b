/** The shutdown of a node, in an order that loses no data. */
import type { Server } from 'node:http';
import type { Gateway } from '#http/gateway/gateway.js';
import { answerTime } from '#http/listener/answer-time.js';
import { closeServer, partFromClients } from '#http/listener/close-server.js';
import type { Mails } from '#jobs/mail/open-mails.js';
import type { Pushes } from '#jobs/push/open-pushes.js';
import type { Scheduler } from '#jobs/scheduler.js';
import type { WebhookFollower } from '#jobs/webhooks/webhook-follower.js';
import type { ObjectStore } from '../adapters/object-store/object-store.js';
import { withTimeout } from '../concurrency/with-timeout.js';
import type { Node } from '../node.js';
import type { Metrics } from '../observability/metrics.js';
import type { MetricsServer } from '../observability/metrics-server.js';
import type { Tracing } from '../observability/tracing/tracing.js';
import type { HeldStore } from '../open-store.js';
import type { BackgroundWork } from './background-work.js';
import type { ClusterServices } from './cluster-services.js';
import type { Live } from './live/live.js';

export interface ShutdownDeps extends BackgroundWork {
  server: Server;
  held: HeldStore;
  cluster: ClusterServices | null;
  objects: ObjectStore;
  node: Node;
  gateway: Gateway;
  scheduler: Scheduler;
  pushes: Pushes;
  /** Null where there are none. */
  webhooks: WebhookFollower | null;
  mails: Mails;
  live: Live;
  /** Null without a cluster. */
  stopWatchingIsolation: (() => void) | null;
  metrics: Metrics;
  tracing: Tracing | null;
  metricsServer: MetricsServer | null;
}

/** The way in which sockets leave, and the time for requests under way. */
export interface Way {
  leave(gateway: Gateway): Promise<void>;
  answersWithinMs(elapsedMs: number): number;
  /** Clients that keep their connections have this time to notice. */
  partingMs: number;
}

/** Longer than clients that ask all the time need for another request. */
const PARTING_MS = 1_000;
/** The time for the rest of a shutdown: the handover of slots, and the writes of the actors. */
const REST_MS = 6_000;

/** Jobs have this time to end at their next step. An object store that does not answer must not hold up the drain. */
const WORK_TIMEOUT_MS = 3_000;

/** Requests under way are answered within the time for draining. */
export const draining = (drainS: number): Way => ({
  leave: (gateway) => gateway.drain(),
  answersWithinMs: (elapsedMs) => answerTime(drainS * 1_000 - REST_MS - elapsedMs),
  partingMs: PARTING_MS,
});

export const atOnce: Way = {
  leave: (gateway) => gateway.close(),
  answersWithinMs: () => answerTime(0),
  partingMs: 0,
};

/** Runs once for all callers: servers, then the handoff of slots, then actors, then the store. */
export function createShutdown(parts: ShutdownDeps, state: { isReady: boolean }) {
  const {
    server,
    held,
    cluster,
    objects,
    node,
    erasing,
    exporting,
    removals,
    gateway,
    scheduler,
    pushes,
    webhooks,
    mails,
    live,
    stopWatchingIsolation,
    metrics,
    metricsServer,
    tracing,
  } = parts;
  let stopped: Promise<void> | null = null;
  const run = async ({ leave, answersWithinMs, partingMs }: Way) => {
    const beganAt = performance.now();
    state.isReady = false;
    stopWatchingIsolation?.();
    // Without other nodes there is nowhere to go.
    const parted = partFromClients(server, cluster ? partingMs : 0);
    // Long work continues at the next start, or on another node. Work that fails is reported by its job, and late work
    // ends with the stores.
    const work = Promise.all([erasing.stop(), exporting.stop(), removals.stop(), scheduler.stop()]);
    live.stop();
    await withTimeout(WORK_TIMEOUT_MS, work).catch(() => undefined);
    await leave(gateway);
    // A drained gateway still has timers, which would keep the process alive.
    await gateway.close();
    await parted;
    await closeServer(server, answersWithinMs(performance.now() - beganAt));
    await Promise.all([pushes.stop(), webhooks?.stop(), mails.stop()]);
    await cluster?.sharding.stop();
    await node.stop();
    await cluster?.close();
    await tracing?.close();
    await objects.close();
    await held.release();
    await metricsServer?.[Symbol.asyncDispose]();
    metrics.close();
  };
  return (way: Way) => {
    stopped ??= run(way);
    return stopped;
  };
}
