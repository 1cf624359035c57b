/** The doors of a node: REST and sockets on one listener, over the same actors. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { createHealth } from '#http/api/health.js';
import { createFaces } from '#http/faces.js';
import { createFileLinks } from '#http/file-links.js';
import { createGateway, type Gateway } from '#http/gateway/gateway.js';
import { createHttpApp } from '#http/server.js';
import { staticPages } from '#http/static.js';
import { outboxPage } from '#http/v1/outbox-page.js';
import type { Mails } from '#http/v1/seams.js';
import type { Erasing } from '#jobs/erase-accounts.js';
import type { Exporting } from '#jobs/exports/make-exports.js';
import type { Dictionary } from '../adapters/dictionary/dictionary.js';
import { createFingerprints } from '../adapters/fingerprints.js';
import { createLimits, createLocalLimits } from '../adapters/limits.js';
import { createLinkPreviews } from '../adapters/link-preview/link-previews.js';
import { developmentProvider, identityProvider } from '../adapters/login-providers.js';
import type { OpenedObjects } from '../adapters/object-store/open-object-store.js';
import { createTokens } from '../adapters/tokens.js';
import type { Config } from '../config.js';
import { messageOf } from '../errors.js';
import type { Node } from '../node.js';
import { openIdentityKey } from '../store/identity-key.js';
import type { Store } from '../store/store.js';
import type { Live } from './live/live.js';
import type { Shared } from './open-cluster.js';
import type { Opened } from './opened.js';
import { besideConsole } from './reference-console.js';
import type { Tools } from './tools.js';
import { openV1 } from './v1-door.js';

export interface Doors extends OpenedObjects {
  config: Config;
  store: Store;
  /** What is shared with other nodes; null where this one is alone. */
  others: Shared | null;
  node: Node;
  /** Null where none is set up. */
  dictionary: Dictionary | null;
  erasing: Erasing;
  exporting: Exporting;
  mails: Mails;
  live: Live;
  server: Server;
  tools: Tools;
  state: { isReady: boolean };
  door: { answer: Answer };
  opened: Opened;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The port is taken before all is in place, because links carry it. */
export function answerStarting(_: IncomingMessage, response: ServerResponse): void {
  const error = { code: 'unavailable', message: messageOf({ code: 'unavailable' }) };
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ error }));
}

/** REST and sockets on one listener, over the same actors. */
export async function openDoors(doors: Doors): Promise<Gateway> {
  const { config, store, others, node, dictionary, localObjects, server, tools, door } = doors;
  const { env, loggers } = tools;
  const shared = sharedOf(doors);
  const { streams, notes } = node;
  const fingerprints = createFingerprints(await openIdentityKey(store, config.secrets));
  const gateway = createGateway({
    ...shared,
    server,
    logger: loggers.gateway,
    streams,
    notes,
    others,
    fingerprints,
    security: loggers.security,
  });
  doors.opened.add('the gateway', () => gateway.close());
  const provider = developmentProvider(config, env.now, loggers.http);
  const health = healthOf(doors);
  const app = createHttpApp({
    ...shared,
    ...begunByPeople(doors),
    logger: loggers.http,
    security: loggers.security,
    accounts: node.accounts,
    fingerprints,
    panelCodes: node.panelCodes,
    organizations: node.organizations,
    sponsored: node.sponsored,
    sponsoredMarks: node.sponsoredMarks,
    categories: categoriesOf(doors),
    catalog: node.catalog,
    identityProvider: identityProvider(config, provider),
    dictionary,
    articles: node.articles,
    linkPreviews: linkPreviewsOf(doors),
    presence: gateway.presence,
    localObjects,
    health,
    live: doors.live,
    v1: openV1({ ...doors, fingerprints, health, provider }),
    pages: pages(config),
  });
  const answer = app.callback();
  door.answer = besideConsole(doors, (request, response) => {
    if (provider?.handles(request.url)) void provider.callback(request, response);
    else void answer(request, response);
  });
  return gateway;
}

function healthOf({ store, others, objects, tools, state }: Doors) {
  return createHealth({
    isReady: () => state.isReady,
    pingDatabase: () => store.ping(),
    pingCache: others && (() => others.ping()),
    pingObjects: () => objects.ping(),
    monotonic: tools.env.monotonic,
  });
}

/** What advertisers may aim at; nothing while there is no dictionary to name it. */
function categoriesOf({ dictionary, tools: { loggers } }: Doors) {
  return async () => {
    if (dictionary === null) return [];
    try {
      return (await dictionary.categories()).filter(({ archived }) => !archived);
    } catch (err) {
      loggers.http.warn({ err }, 'categories for sponsored items');
      return [];
    }
  };
}

function linkPreviewsOf({ config, tools: { env, loggers, previewNetwork: network } }: Doors) {
  const onFailure = (reason: string) => loggers.http.debug({ reason }, 'no link preview');
  return createLinkPreviews({ brand: config.brand, env, network, onFailure });
}

/** What takes longer than an answer: it is begun, and goes on by itself. */
function begunByPeople({ erasing, exporting, tools: { loggers } }: Doors) {
  const log = loggers.jobs;
  return {
    eraseAccount: (id: string) => erasing.erase(id).catch((err: unknown) => log.error({ err }, 'erasing an account')),
    makeExports: () => void exporting.makeAll().catch((err: unknown) => log.error({ err }, 'making an export')),
  };
}

/** What both doors need. */
function sharedOf({ config, store, others, objects, node, tools: { env, metrics } }: Doors) {
  const links = createFileLinks({ objects, config, env });
  const { accessTokenTtlS: accessTtlS, refreshTokenTtlS: refreshTtlS } = config;
  return {
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
    tokens: createTokens({ secrets: config.secrets, accessTtlS, refreshTtlS, env }),
    limits: config.rateLimits && others ? others.limits : createLimits({ env, off: !config.rateLimits }),
    localLimits: createLocalLimits({ env, off: !config.rateLimits }),
  };
}

/** The built web page: beside this file in dist, in dist when the sources run. And the mails nobody is sent. */
function pages({ mail }: Config): Middleware[] {
  const isBuilt = import.meta.url.endsWith('.js');
  const outbox = mail.kind === 'outbox' ? [outboxPage(mail.dir)] : [];
  return [...outbox, staticPages(fileURLToPath(new URL(isBuilt ? '../../web/' : '../../dist/web/', import.meta.url)))];
}
