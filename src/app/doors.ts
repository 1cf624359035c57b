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
import type { Erasing } from '#jobs/erase-accounts.js';
import type { Exporting } from '#jobs/exports/make-exports.js';
import { createFingerprints } from '../adapters/fingerprints.js';
import { createLimits } from '../adapters/limits.js';
import { createLinkPreviews } from '../adapters/link-preview/link-previews.js';
import { developmentProvider, identityProvider } from '../adapters/login-providers.js';
import type { OpenedObjects } from '../adapters/object-store/open-object-store.js';
import { createTokens } from '../adapters/tokens.js';
import type { Config } from '../config.js';
import { messageOf } from '../errors.js';
import type { Node } from '../node.js';
import { openIdentityKey } from '../store/identity-key.js';
import type { Store } from '../store/store.js';
import type { Shared } from './open-cluster.js';
import type { Tools } from './tools.js';

export interface Doors extends OpenedObjects {
  config: Config;
  store: Store;
  /** What is shared with other nodes; null where this one is alone. */
  others: Shared | null;
  node: Node;
  erasing: Erasing;
  exporting: Exporting;
  server: Server;
  tools: Tools;
  state: { isReady: boolean };
  door: { answer: Answer };
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The port is taken before all is in place, because links carry it. */
export function answerStarting(_: IncomingMessage, response: ServerResponse): void {
  const error = { code: 'unavailable', message: messageOf({ code: 'unavailable' }) };
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ error }));
}

/** REST and sockets on one listener, over the same actors. */
export async function openDoors(doors: Doors): Promise<Gateway> {
  const { config, store, others, objects, localObjects, node, erasing, exporting, server, tools, state, door } = doors;
  const { env, loggers, previewNetwork: network } = tools;
  const shared = sharedOf(doors);
  const { streams, notes } = node;
  const gateway = createGateway({ ...shared, server, logger: loggers.gateway, streams, notes, others });
  const provider = developmentProvider(config, env.now, loggers.http);
  const app = createHttpApp({
    ...shared,
    logger: loggers.http,
    accounts: node.accounts,
    panelCodes: node.panelCodes,
    organizations: node.organizations,
    sponsored: node.sponsored,
    sponsoredMarks: node.sponsoredMarks,
    categories: async () => [],
    catalog: node.catalog,
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
      pingCache: others && (() => others.ping()),
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
  };
}

/** The built web page: beside this file in dist, in dist when the sources run. */
function pages(): Middleware[] {
  const isBuilt = import.meta.url.endsWith('.js');
  return [staticPages(fileURLToPath(new URL(isBuilt ? '../../web/' : '../../dist/web/', import.meta.url)))];
}
