/** The composition root: config → a running service. Tests boot this; main.ts adds the process around it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { type CrashHook, goOn } from '#actors/runtime/crash-points.js';
import type { Env } from '#actors/runtime/env.js';
import { soleOwnership } from '#actors/runtime/ownership.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { Gateway } from '#http/gateway/gateway.js';
import { limitResponses } from '#http/response-limits.js';
import { CONNECTION_OPTIONS, limitConnections } from '#http/server-limits.js';
import { type Mails, openMails } from '#jobs/mail/open-mails.js';
import { openPushes, type Pushes } from '#jobs/push/open-pushes.js';
import { RemovalQueue } from '#jobs/removal-queue.js';
import { openDictionary } from './adapters/dictionary/open-dictionary.js';
import { type PreviewNetwork, publicNetwork } from './adapters/link-preview/network.js';
import type { ObjectStore } from './adapters/object-store/object-store.js';
import { openObjectStore } from './adapters/object-store/open-object-store.js';
import { type Answer, answerStarting, openDoors } from './app/doors.js';
import { type Life, openJobs, openLife } from './app/jobs.js';
import { type Live, openLive } from './app/live/live.js';
import { openMetricsPort } from './app/metrics-port.js';
import { nameOf, openShared, type Shared } from './app/open-cluster.js';
import { Opened } from './app/opened.js';
import { describeItself } from './app/self-description.js';
import { stopping } from './app/stopping.js';
import type { Tools } from './app/tools.js';
import { type Config, listeningOn } from './config.js';
import { createLoggers, type Loggers } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createNode, type Node } from './node.js';
import { type HeldStore, holdStore } from './open-store.js';
import { observeWrites } from './store/observe-writes.js';
import type { Store } from './store/store.js';

const BYTES_PER_MIB = 1_048_576;

export interface App extends AsyncDisposable, Life {
  /** With the port that was really taken. */
  config: Config;
  node: Node;
  store: Store;
  objects: ObjectStore;
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

export async function createApp(given: Config, parts: AppParts = {}): Promise<App> {
  const { env = systemEnv, loggers = createLoggers(given.logLevel), metrics = createMetrics() } = parts;
  const { previewNetwork = publicNetwork, crashPoint = goOn } = parts;
  const onLost =
    parts.onLost ?? ((why: string) => loggers.store.error({ why }, 'the store is no longer held by this node'));
  const opened = new Opened((err, what) => loggers.store.warn({ err, what }, 'closing after a failed start'));
  try {
    const onWaiting = (holder: string, waitMs: number) =>
      loggers.store.warn({ holder, waitMs }, 'waiting for the lease of a node that may be dead');
    const held = await holdStore(given, parts.nodeId ?? hostname(), { onLost, onWaiting });
    opened.add('the store', held.release);
    return await build(given, { held, opened, tools: { env, loggers, metrics, previewNetwork, crashPoint } });
  } catch (error) {
    await opened.closeAll();
    if (!parts.metrics) metrics.close();
    throw error;
  }
}

type Begun = Pick<Materials, 'held' | 'opened' | 'tools'>;

/** Registered before Socket.IO attaches itself: it takes its own path out and leaves the rest to this listener. */
async function build(given: Config, begun: Begun): Promise<App> {
  const door: { answer: Answer } = { answer: answerStarting };
  const server = createServer(CONNECTION_OPTIONS, (request, response) => {
    // What a connection sent after it was cut is not carried out.
    if (!request.socket.destroyed) door.answer(request, response);
  });
  limitConnections(server);
  limitResponses(server, (why) => begun.tools.loggers.http.info({ why }, 'a connection is cut'));
  const config = listeningOn(given, await listen(server, given));
  // A port that stays taken would keep the process, and the next one from starting.
  begun.opened.add('the port', () => {
    server.close();
    server.closeAllConnections();
  });
  return assemble({ config, server, door, ...begun });
}

interface Materials {
  config: Config;
  server: Server;
  door: { answer: Answer };
  held: HeldStore;
  /** Closed again if a later step fails. */
  opened: Opened;
  tools: Tools;
}

async function assemble({ config, server, door, held, opened, tools: own }: Materials): Promise<App> {
  const { loggers, metrics } = own;
  const { store } = held;
  const others = await openShared({
    ...{ config, store, env: own.env },
    ...{ log: loggers.cluster, metrics: metrics.cluster },
  });
  const tools = { ...own, env: others?.env ?? own.env };
  const { env } = tools;
  const removals = new RemovalQueue();
  const observed = observeWrites(store, (writes) => removals.observe(writes));
  const node = nodeOf(config, { ...held, store: observed }, others, tools);
  describeItself();
  await startAmong(others, node, opened);
  const state = { isReady: false };
  const stores = await openObjectStore(config, env.now);
  const { objects } = stores;
  opened.add('the object store', () => objects.close());
  const dictionary = openDictionary(config, env.monotonic);
  const parts = { config, node, store, objects, dictionary, tools };
  const life = openLife(parts, removals);
  const mails = mailsOf(parts, others);
  const live = liveOf(parts, others);
  const gateway = await openDoors({ ...parts, ...stores, ...life, mails, live, others, server, state, door, opened });
  const metricsServer = await openMetricsPort(config, metrics);
  const scheduler = openJobs(parts, life, others);
  const pushes = pushesOf(parts, others);
  scheduler.start();
  mails.start();
  live.start(gateway.audienceOf);
  state.isReady = true;

  const inside = { ...parts, ...life, held, others, scheduler, pushes, mails, live };
  const stop = stopping({ ...inside, server, gateway, metrics, metricsServer }, state);
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

function nodeOf(config: Config, { store, isTrusted }: HeldStore, others: Shared | null, tools: Tools): Node {
  const { env, loggers, metrics, crashPoint } = tools;
  return createNode({
    store,
    env,
    // Among others the cluster says who owns what.
    owner: { ...soleOwnership(env.uuid().replaceAll('-', '').slice(0, 12)), holds: isTrusted },
    alone: true,
    cluster: others?.cluster,
    brand: config.brand,
    sessionMaxAgeS: config.sessionMaxAgeS,
    documentTtlS: config.documentTtlS,
    budgetBytes: config.actorBudgetMb === null ? undefined : config.actorBudgetMb * BYTES_PER_MIB,
    metrics: metrics.runtime,
    crashPoint,
    onError: (err, where) => loggers.actors.error({ err, ...where }, 'actor'),
  });
}

/** Before the doors open: callers are answered from slots that this node holds, or led to the node that does. */
async function startAmong(others: Shared | null, node: Node, opened: Opened): Promise<void> {
  opened.add('the connections to other nodes', () => others?.close());
  opened.add('the actors', () => node.system.stop());
  // Its slots go back to the others, or nobody would answer for them until the process is gone.
  opened.add('the membership', () => others?.cluster.stop());
  await others?.cluster.start();
}

type PushParts = { config: Config; node: Node; store: Store; tools: Tools };

/** At work, also on what a node has left whose rooms come to this one. */
function pushesOf({ config, node, store, tools }: PushParts, others: Shared | null): Pushes {
  const { env, loggers, metrics } = tools;
  const isMine = others ? (id: string) => others.cluster.takes(id) : () => true;
  const pushes = openPushes({ config, node, reader: store, env, loggers, metrics, isMine });
  others?.cluster.onGained(() => pushes.takeUp());
  pushes.start();
  return pushes;
}

/** Each address's mails leave from the node its actor is on. */
function mailsOf({ config, node, store, tools }: PushParts, others: Shared | null): Mails {
  const isMine = others ? (id: string) => others.cluster.takes(id) : () => true;
  const { addresses } = node;
  return openMails({ ...tools, config, addresses, reader: store, isMine });
}

function liveOf({ config, store, tools }: PushParts, others: Shared | null): Live {
  const { env, loggers, metrics } = tools;
  const name = nameOf(config);
  const onTrouble = (err: unknown) => loggers.http.warn({ err }, 'this node could not be looked at');
  return openLive({ name, metrics, store, others, env, onTrouble });
}

async function listen(server: Server, { http }: Config): Promise<number> {
  server.listen(http.port, http.host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
