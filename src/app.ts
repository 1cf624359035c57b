/** The composition root: config → a running service. Tests boot this; main.ts adds the process around it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { type CrashHook, goOn } from '#actors/runtime/crash-points.js';
import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createHealth } from '#http/api/health.js';
import { createFaces } from '#http/faces.js';
import { createFileLinks } from '#http/file-links.js';
import { createGateway, type Gateway } from '#http/gateway/gateway.js';
import { createHttpApp } from '#http/server.js';
import { limitConnections } from '#http/server-limits.js';
import { staticPages } from '#http/static.js';
import { createErasing, type Erasing } from '#jobs/erase-accounts.js';
import { expireMessages } from '#jobs/expire-messages.js';
import { createExporting, type Exporting } from '#jobs/exports/make-exports.js';
import { openPushes, type Pushes } from '#jobs/push/open-pushes.js';
import { createScheduler, type Scheduler } from '#jobs/scheduler.js';
import { sweepAnswers } from '#jobs/sweep-answers.js';
import { sweepDeletedRooms } from '#jobs/sweep-deleted-rooms.js';
import { sweepSessions } from '#jobs/sweep-sessions.js';
import { tendFiles } from '#jobs/tend-files.js';
import { createFingerprints } from './adapters/fingerprints.js';
import { createLimits } from './adapters/limits.js';
import { createLinkPreviews } from './adapters/link-preview/link-previews.js';
import { type PreviewNetwork, publicNetwork } from './adapters/link-preview/network.js';
import { developmentProvider, identityProvider } from './adapters/login-providers.js';
import type { ObjectStore } from './adapters/object-store/object-store.js';
import { type OpenedObjects, openObjectStore } from './adapters/object-store/open-object-store.js';
import { createTokens } from './adapters/tokens.js';
import { type Config, listeningOn } from './config.js';
import { messageOf } from './errors.js';
import { createLoggers, type Loggers } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { type MetricsServer, serveMetrics } from './metrics-server.js';
import { createNode, type Node } from './node.js';
import { type HeldStore, holdStore } from './open-store.js';
import { openIdentityKey } from './store/identity-key.js';
import type { Store } from './store/store.js';

export interface App extends AsyncDisposable {
  /** With the port that was really taken. */
  config: Config;
  node: Node;
  store: Store;
  objects: ObjectStore;
  erasing: Erasing;
  exporting: Exporting;
  gateway: Gateway;
  metricsPort: number | null;
  /** Stop accepting, let clients go over some seconds, finish and flush; everything is durable when it resolves. */
  drain(): Promise<void>;
  /** The same without the patience: sockets are cut. */
  close(): Promise<void>;
}

export interface AppParts {
  env?: Env;
  loggers?: Loggers;
  metrics?: Metrics;
  /** What this node is called towards operators. */
  nodeId?: string;
  /** How pages are reached for link previews; unset = over the internet. */
  previewNetwork?: PreviewNetwork;
  /** Called at every crash point; only tests pass one. */
  crashPoint?: CrashHook;
  /** Another node may hold the store now: whoever runs this one should stop it. */
  onLost?: (why: string) => void;
}

type Tools = Required<Pick<AppParts, 'env' | 'loggers' | 'metrics' | 'previewNetwork' | 'crashPoint'>>;

export async function createApp(given: Config, parts: AppParts = {}): Promise<App> {
  const { env = systemEnv, loggers = createLoggers(given.logLevel), metrics = createMetrics() } = parts;
  const { previewNetwork = publicNetwork, crashPoint = goOn } = parts;
  const onLost =
    parts.onLost ?? ((why: string) => loggers.store.error({ why }, 'the store is no longer held by this node'));
  const held = await holdStore(given, parts.nodeId ?? hostname(), onLost);
  try {
    return await build(given, held, { env, loggers, metrics, previewNetwork, crashPoint });
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** Registered before Socket.IO attaches itself: it takes its own path out and leaves the rest to this listener. */
async function build(given: Config, held: HeldStore, parts: Tools): Promise<App> {
  const door: { answer: Answer } = { answer: answerStarting };
  const server = createServer((request, response) => door.answer(request, response));
  limitConnections(server);
  const config = listeningOn(given, await listen(server, given));
  try {
    return await assemble({ config, server, door, held, parts });
  } catch (error) {
    // A port that stays taken would keep the process, and the next one from starting.
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

interface Materials {
  config: Config;
  server: Server;
  door: { answer: Answer };
  held: HeldStore;
  parts: Tools;
}

async function assemble({ config, server, door, held, parts }: Materials): Promise<App> {
  const { env, loggers, metrics, crashPoint } = parts;
  const { store } = held;
  const node = createNode({
    store,
    env,
    owner: env.uuid().replaceAll('-', '').slice(0, 12),
    alone: true,
    brand: config.brand,
    documentTtlS: config.documentTtlS,
    metrics: metrics.runtime,
    crashPoint,
    onError: (err, where) => loggers.actors.error({ err, ...where }, 'actor'),
  });
  const state = { isReady: false };
  const opened = await openObjectStore(config, env.now);
  const { objects } = opened;
  const erasing = erasingOf(config, node, store, objects, env);
  const exporting = createExporting({
    users: node.users,
    reader: store,
    objects,
    now: env.now,
    onError: (err) => loggers.jobs.error({ err }, 'making an export'),
  });
  const life = { erasing, exporting };
  const gateway = await openDoors({ config, store, ...opened, node, ...life, server, parts, state, door });
  const metricsServer = config.metricsPort === null ? null : await serveMetrics(metrics, config.metricsPort);
  const scheduler = jobs(config, node, store, objects, life, env, loggers);
  const pushes = openPushes({ config, node, reader: store, env, loggers, metrics });
  scheduler.start();
  state.isReady = true;

  const stop = stopping(
    { server, held, objects, node, ...life, gateway, scheduler, pushes, metrics, metricsServer },
    state,
  );
  return {
    config,
    node,
    store,
    objects,
    ...life,
    gateway,
    metricsPort: metricsServer?.port ?? null,
    drain: () => stop((it) => it.drain()),
    close: () => stop((it) => it.close()),
    [Symbol.asyncDispose]: () => stop((it) => it.close()),
  };
}

interface Doors extends OpenedObjects {
  config: Config;
  store: Store;
  node: Node;
  erasing: Erasing;
  exporting: Exporting;
  server: Server;
  parts: Tools;
  state: { isReady: boolean };
  door: { answer: Answer };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The port is taken before all is in place, because links carry it. */
function answerStarting(_: IncomingMessage, response: ServerResponse): void {
  const error = { code: 'unavailable', message: messageOf({ code: 'unavailable' }) };
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ error }));
}

/** REST and sockets on one listener, over the same actors. */
async function openDoors(doors: Doors): Promise<Gateway> {
  const { config, store, objects, localObjects, node, erasing, exporting, server, parts, state, door } = doors;
  const { env, loggers, metrics, previewNetwork: network } = parts;
  const links = createFileLinks({ objects, config, env });
  const shared = {
    config,
    metrics,
    env,
    rooms: node.rooms,
    lookup: node.lookup,
    users: node.users,
    reader: store,
    objects,
    links,
    faces: createFaces({ reader: store, links }),
    tokens: createTokens({
      secrets: config.secrets,
      accessTtlS: config.accessTokenTtlS,
      refreshTtlS: config.refreshTokenTtlS,
      env,
    }),
    limits: createLimits({ env, off: !config.rateLimits }),
  };
  const { streams, notes } = node;
  const gateway = createGateway({ ...shared, server, logger: loggers.gateway, streams, notes });
  const provider = developmentProvider(config, env.now, loggers.http);
  const app = createHttpApp({
    ...shared,
    logger: loggers.http,
    accounts: node.accounts,
    fingerprints: createFingerprints(await openIdentityKey(store, config.secrets)),
    identityProvider: identityProvider(config, provider),
    linkPreviews: createLinkPreviews({
      brand: config.brand,
      env,
      network,
      onFailure: (reason) => loggers.http.debug({ reason }, 'no link preview'),
    }),
    presence: gateway.presence,
    eraseAccount: (id) => erasing.erase(id).catch((err: unknown) => loggers.jobs.error({ err }, 'erasing an account')),
    makeExports: () =>
      void exporting.makeAll().catch((err: unknown) => loggers.jobs.error({ err }, 'making an export')),
    localObjects,
    health: createHealth({
      isReady: () => state.isReady,
      pingDatabase: () => store.ping(),
      pingObjects: () => objects.ping(),
      monotonic: env.monotonic,
    }),
    pages: pages(),
  });
  const answer = app.callback();
  door.answer = (request, response) => {
    if (provider?.handles(request.url)) void provider.callback(request, response);
    else void answer(request, response);
  };
  return gateway;
}

async function listen(server: Server, { http }: Config): Promise<number> {
  server.listen(http.port, http.host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The built web page: beside this file in dist, in dist when the sources run. */
function pages(): Middleware[] {
  const isBuilt = import.meta.url.endsWith('.js');
  return [staticPages(fileURLToPath(new URL(isBuilt ? '../web/' : '../dist/web/', import.meta.url)))];
}

function erasingOf(config: Config, node: Node, reader: Store, objects: ObjectStore, { now }: Env): Erasing {
  const { rooms, users } = node;
  return createErasing({ rooms, users, reader, objects, uploadLinkMs: config.uploadLinkTtlS * 1_000, now });
}

function jobs(
  config: Config,
  { users, rooms, files }: Node,
  reader: Store,
  objects: ObjectStore,
  { erasing, exporting }: Pick<App, 'erasing' | 'exporting'>,
  env: Env,
  loggers: Loggers,
): Scheduler {
  const sweep = async () => {
    await sweepSessions({ users, reader, now: env.now });
  };
  const sweepRooms = async () => {
    await sweepDeletedRooms({ rooms, reader });
  };
  const expire = async () => {
    await expireMessages({ rooms, reader, now: env.now });
  };
  const { sweepIntervalS: everyS, uploadLinkTtlS } = config;
  const tend = async () => {
    await tendFiles({ files, rooms, users, objects, reader, uploadLinkTtlS, now: env.now });
  };
  const answers = async () => {
    await sweepAnswers({ users, reader, now: env.now });
  };
  const all = [
    { name: 'sweep-answers', everyS, run: answers },
    { name: 'make-exports', everyS, run: () => exporting.makeAll() },
    { name: 'erase-accounts', everyS, run: () => erasing.eraseAll() },
    { name: 'sweep-sessions', everyS, run: sweep },
    { name: 'sweep-deleted-rooms', everyS, run: sweepRooms },
    { name: 'expire-messages', everyS, run: expire },
    { name: 'tend-files', everyS, run: tend },
  ];
  return createScheduler(all, (err, job) => loggers.jobs.error({ err, job }, 'job failed'));
}

interface Stoppable {
  server: Server;
  held: HeldStore;
  objects: ObjectStore;
  node: Node;
  gateway: Gateway;
  erasing: Erasing;
  exporting: Exporting;
  scheduler: Scheduler;
  pushes: Pushes;
  metrics: Metrics;
  metricsServer: MetricsServer | null;
}

/** Once, whoever asks first and however: doors, then actors, then the store. */
function stopping(parts: Stoppable, state: { isReady: boolean }) {
  const { server, held, objects, node, erasing, exporting, gateway, scheduler, pushes, metrics, metricsServer } = parts;
  let stopped: Promise<void> | null = null;
  const run = async (leave: (gateway: Gateway) => Promise<void>) => {
    state.isReady = false;
    // What may take long goes on at the next start.
    await Promise.all([erasing.stop(), exporting.stop()]);
    await scheduler.stop();
    await leave(gateway);
    // A drained gateway still has its timers, and they would keep the process.
    await gateway.close();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), 2_000);
    await closed;
    clearTimeout(cut);
    await pushes.stop();
    await node.system.stop();
    await objects.close();
    await held.release();
    await metricsServer?.[Symbol.asyncDispose]();
    metrics.close();
  };
  return (leave: (gateway: Gateway) => Promise<void>) => {
    stopped ??= run(leave);
    return stopped;
  };
}
