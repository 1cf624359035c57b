/** The composition root: builds a running service from a config. Tests use it too; main.ts adds the process. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { type CrashHook, goOn } from '#actors/runtime/crash-points.js';
import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { Gateway } from '#http/gateway/gateway.js';
import { CONNECTION_OPTIONS, limitConnections, namingHost } from '#http/listener/connection-limits.js';
import { limitResponses } from '#http/listener/response-limits.js';
import { RemovalQueue } from '#jobs/removal-queue.js';
import { openDictionary } from './adapters/dictionary/open-dictionary.js';
import { type PreviewNetwork, publicNetwork } from './adapters/link-preview/network.js';
import type { ObjectStore } from './adapters/object-store/object-store.js';
import { openObjectStore } from './adapters/object-store/open-object-store.js';
import { type BackgroundWork, createBackgroundWork, createJobScheduler } from './app/background-work.js';
import { CleanupStack } from './app/cleanup-stack.js';
import { clusterServicesOf, formatOf, joinCluster, nodeOf } from './app/clustered-node.js';
import { liveOf, mailsOf, pushesOf, webhooksOf } from './app/deliveries.js';
import { openArchive } from './app/open-archive.js';
import { openNodeTracing } from './app/open-node-tracing.js';
import { serviceVersion } from './app/service-version.js';
import { atOnce, createShutdown, draining } from './app/shutdown.js';
import { startMetricsServer } from './app/start-metrics-server.js';
import { answerStarting, type RequestHandler, startServers } from './app/start-servers.js';
import type { Tools } from './app/tools.js';
import { watchIsolation } from './app/watch-isolation.js';
import { type Config, listeningOn } from './config/config.js';
import type { Node } from './node.js';
import { createLoggers, type Loggers } from './observability/logger.js';
import { createMetrics, type Metrics } from './observability/metrics.js';
import { type HeldStore, holdStore } from './open-store.js';
import { observeWrites } from './store/observe-writes.js';
import { buildMessage, type IndexBuild } from './store/schema/index-builds.js';
import type { Store } from './store/store.js';

export interface App extends AsyncDisposable, BackgroundWork {
  /** With the actual port. */
  config: Config;
  node: Node;
  store: Store;
  objects: ObjectStore;
  gateway: Gateway;
  metricsPort: number | null;
  /**
   * Stops accepting, closes the clients over some seconds, completes and flushes. All data is durable when it resolves.
   */
  drain(): Promise<void>;
  /** Like `drain`, but cuts the sockets at once. */
  close(): Promise<void>;
}

export interface AppParts {
  env?: Env;
  loggers?: Loggers;
  metrics?: Metrics;
  /** The name of this node for operators. */
  nodeId?: string;
  /** The network for link previews; default: the internet. */
  previewNetwork?: PreviewNetwork;
  /** Called at every crash point; only tests pass one. */
  crashPoint?: CrashHook;
  /** Another node may have the store now, so that the caller must stop this one. */
  onLost?: (why: string) => void;
  /** Nobody else tells clients to wait: the port is opened once everything behind it serves. It has to be a fixed one. */
  listensLate?: boolean;
}

export async function createApp(given: Config, parts: AppParts = {}): Promise<App> {
  const { env = systemEnv, loggers = createLoggers(given.logLevel), metrics = createMetrics() } = parts;
  const { previewNetwork = publicNetwork, crashPoint = goOn } = parts;
  const onLost = parts.onLost ?? ((why: string) => loggers.store.error({ why }, 'store lease lost'));
  const cleanup = new CleanupStack((err, what) => loggers.store.warn({ err, what }, 'cleanup after a failed start'));
  try {
    const onWaiting = (holder: string, waitMs: number) =>
      loggers.store.warn({ holder, waitMs }, 'waiting for the store lease to expire');
    const onBuild = (build: IndexBuild) => loggers.store.info(build, buildMessage(build));
    const held = await holdStore(given, parts.nodeId ?? hostname(), { onLost, onWaiting, onBuild });
    cleanup.add('the store', held.release);
    const tools = { env, loggers, metrics, previewNetwork, crashPoint };
    return await build(given, { held, cleanup, tools, listensLate: parts.listensLate ?? false });
  } catch (error) {
    await cleanup.closeAll();
    if (!parts.metrics) metrics.close();
    throw error;
  }
}

type Opened = Pick<Materials, 'held' | 'cleanup' | 'tools'> & { listensLate: boolean };

/**
 * Registered before Socket.IO attaches itself. Socket.IO takes its own path and passes all other requests to this
 * listener.
 */
async function build(given: Config, { listensLate, ...opened }: Opened): Promise<App> {
  const requestHandler: { answer: RequestHandler } = { answer: answerStarting };
  const answer = namingHost((request, response) => {
    // Requests that arrive on a destroyed connection are not executed.
    if (!request.socket.destroyed) requestHandler.answer(request, response);
  });
  const server = createServer(CONNECTION_OPTIONS, answer);
  limitConnections(server);
  limitResponses(server, (why) => opened.tools.loggers.http.info({ why }, 'connection terminated'));
  const config = listensLate ? given : listeningOn(given, await listen(server, given));
  // An open listener would keep the process alive and block the port for the next one.
  opened.cleanup.add('the port', () => {
    server.close();
    server.closeAllConnections();
  });
  const app = await assemble({ config, server, requestHandler, ...opened });
  if (listensLate) await listen(server, given);
  return app;
}

interface Materials {
  config: Config;
  server: Server;
  requestHandler: { answer: RequestHandler };
  held: HeldStore;
  /** Closed if a later step fails. */
  cleanup: CleanupStack;
  tools: Tools;
}

async function assemble({ config, server, requestHandler, held, cleanup, tools: own }: Materials): Promise<App> {
  const { loggers, metrics } = own;
  const tracing = await openNodeTracing(config, own, cleanup);
  const cluster = await clusterServicesOf({
    config,
    store: held.store,
    env: own.env,
    log: loggers.cluster,
    metrics: metrics.cluster,
    tracer: tracing ?? undefined,
  });
  const tools = { ...own, env: cluster?.env ?? own.env, tracing };
  const { env } = tools;
  const stores = await openObjectStore(config, env.now);
  const { objects } = stores;
  cleanup.add('the object store', () => objects.close());
  const { store, archive } = openArchive(held.store, objects, env, formatOf(cluster));
  const removals = new RemovalQueue();
  const observed = observeWrites(store, (writes) => removals.observe(writes));
  const node = nodeOf(config, { ...held, store: observed }, cluster, tools);
  await joinCluster(cluster, node, cleanup);
  const state = { isReady: false };
  const dictionary = openDictionary(config, env.monotonic);
  const parts = { config, node, store, objects, archive, dictionary, tools };
  const backgroundWork = createBackgroundWork(parts, removals);
  const mails = mailsOf(parts, cluster);
  const live = liveOf(parts, cluster);
  const gateway = await startServers({
    ...parts,
    ...stores,
    ...backgroundWork,
    mails,
    live,
    cluster,
    server,
    state,
    requestHandler,
    cleanup,
  });
  metrics.built(serviceVersion(), config.buildRevision ?? 'unknown');
  const metricsServer = await startMetricsServer(config, metrics);
  const scheduler = createJobScheduler(parts, backgroundWork, cluster);
  const deliveries = { pushes: pushesOf(parts, cluster), webhooks: webhooksOf(parts, cluster, gateway.presence) };
  scheduler.start();
  mails.start();
  live.start(gateway.audienceOf);
  state.isReady = true;

  const { isCutOff } = cluster ?? {};
  const stopWatchingIsolation = isCutOff ? watchIsolation({ isCutOff, gateway, env, log: loggers.cluster }) : null;
  const inside = { ...parts, ...backgroundWork, held, cluster, scheduler, ...deliveries, mails, live, tracing };
  const outside = { server, gateway, metrics, metricsServer, stopWatchingIsolation };
  const stop = createShutdown({ ...inside, ...outside }, state);
  return {
    config,
    node,
    store,
    objects,
    ...backgroundWork,
    gateway,
    metricsPort: metricsServer?.port ?? null,
    drain: () => stop(draining(config.drainS)),
    close: () => stop(atOnce),
    [Symbol.asyncDispose]: () => stop(atOnce),
  };
}

/**
 * Connections that wait to be accepted. With Node's 511 a kernel drops the beginnings of connections when many clients
 * come at once, and each of them tries again after 1, 3 and 7 s. The kernel has a bound of its own (`somaxconn`).
 */
const ACCEPT_BACKLOG = 4_096;

async function listen(server: Server, { http }: Config): Promise<number> {
  server.listen(http.port, http.host, ACCEPT_BACKLOG);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
