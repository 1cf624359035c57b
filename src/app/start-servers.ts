/** The servers of a node: REST and sockets on one listener, over the same actors. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import { AdmissionQueue } from '#http/admission/admission-queue.js';
import { admittedRequests } from '#http/admission/admitted-requests.js';
import { createHealth } from '#http/api/system/health.js';
import { createBotAuthenticator } from '#http/bots/authenticate-bot.js';
import { staticPages } from '#http/documents/static-files.js';
import { createGateway, type Gateway } from '#http/gateway/gateway.js';
import { createFileLinks } from '#http/presenters/file-links.js';
import { createPeoplePresenter } from '#http/presenters/people-presenter.js';
import { createHttpApp } from '#http/server.js';
import { outboxPage } from '#http/v1/pages/outbox-page.js';
import type { Mails } from '#http/v1/v1-ports.js';
import type { Erasing } from '#jobs/erase-accounts.js';
import type { Exporting } from '#jobs/exports/make-exports.js';
import { createFingerprints } from '../adapters/credentials/fingerprints.js';
import { createTokens } from '../adapters/credentials/tokens.js';
import type { DevelopmentProvider } from '../adapters/development-provider/provider.js';
import type { Dictionary } from '../adapters/dictionary/dictionary.js';
import { developmentProvider, identityProvider, operatorIdentity } from '../adapters/identity/login-providers.js';
import { createLinkPreviews } from '../adapters/link-preview/link-previews.js';
import type { OpenedObjects } from '../adapters/object-store/open-object-store.js';
import { createLimits, createLocalLimits } from '../adapters/rate-limits/fixed-window-limits.js';
import type { Config } from '../config/config.js';
import { messageOf } from '../errors.js';
import type { Node } from '../node.js';
import { openIdentityKey } from '../store/identity-key.js';
import { epochOf } from '../store/schema/format.js';
import type { Store } from '../store/store.js';
import type { CleanupStack } from './cleanup-stack.js';
import type { ClusterServices } from './cluster-services.js';
import { webhookTools } from './deliveries.js';
import type { Live } from './live/live.js';
import { withConsole } from './reference-console.js';
import { serviceVersion } from './service-version.js';
import { createSuspensions } from './suspensions.js';
import type { Tools } from './tools.js';
import { wireV1 } from './wire-v1.js';

export interface ServerDeps extends OpenedObjects {
  config: Config;
  store: Store;
  /** Null without a cluster. */
  cluster: ClusterServices | null;
  node: Node;
  /** Null without a dictionary. */
  dictionary: Dictionary | null;
  erasing: Erasing;
  exporting: Exporting;
  mails: Mails;
  live: Live;
  server: Server;
  tools: Tools;
  state: { isReady: boolean };
  requestHandler: { answer: RequestHandler };
  cleanup: CleanupStack;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The port is opened before the servers are ready, because links contain it. */
export function answerStarting(_: IncomingMessage, response: ServerResponse): void {
  const error = { code: 'unavailable', message: messageOf({ code: 'unavailable' }) };
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ error }));
}

export async function startServers(deps: ServerDeps): Promise<Gateway> {
  const { config, store, cluster, node, dictionary, localObjects, server, tools, requestHandler } = deps;
  const { env, loggers } = tools;
  const shared = commonDeps(deps);
  const { streams, userEvents } = node;
  const admissionQueue = new AdmissionQueue(env, tools.metrics.admission);
  const fingerprints = createFingerprints(await openIdentityKey(store, config.secrets));
  const epoch = await epochOf(store);
  const gateway = createGateway({
    ...shared,
    server,
    logger: loggers.gateway,
    streams,
    userEvents,
    cluster,
    admissionQueue,
    fingerprints,
    epoch,
    security: loggers.security,
  });
  deps.cleanup.add('the gateway', () => gateway.close());
  const provider = developmentProvider(config, env.now, loggers.http);
  const health = healthOf(deps);
  const app = createHttpApp({
    ...shared,
    ...backgroundTasks(deps),
    logger: loggers.http,
    security: loggers.security,
    accounts: node.accounts,
    addresses: node.addresses,
    fingerprints,
    panelCodes: node.panelCodes,
    organizations: node.organizations,
    sponsored: node.sponsored,
    sponsoredMarks: node.sponsoredMarks,
    categories: categoriesOf(deps),
    catalog: node.catalog,
    ...operatorParts(deps, provider),
    ...webhookParts(deps),
    suspensions: suspensionsOf(deps, gateway),
    identityProvider: identityProvider(config, provider),
    dictionary,
    articles: node.articles,
    linkPreviews: linkPreviewsOf(deps),
    presence: gateway.presence,
    localObjects,
    health,
    live: deps.live,
    slots: cluster?.placements ?? null,
    v1: wireV1({ ...deps, fingerprints, health, provider }),
    pages: pages(config),
  });
  const answer = app.callback();
  const answering = withConsole(deps, (request, response) => {
    if (provider?.handles(request.url)) void provider.callback(request, response);
    else void answer(request, response);
  });
  requestHandler.answer = admittedRequests(
    {
      queue: admissionQueue,
      proxies: config.http.trustedProxies,
      onRefused: () => tools.metrics.refused('http', 'overloaded'),
    },
    answering,
  );
  return gateway;
}

const webhookParts = ({ config, store, node, tools }: ServerDeps) => ({
  webhooks: node.webhooks,
  ...webhookTools(config, tools),
  authenticateIncoming: createBotAuthenticator({
    users: node.users,
    reader: store,
    env: tools.env,
    isOn: config.webhooks,
    ofRooms: true,
  }),
});

const operatorParts = ({ config, node }: ServerDeps, provider: DevelopmentProvider | null) => ({
  operatorKeys: node.operatorKeys,
  operatorLogins: node.operatorLogins,
  operatorIdentity: operatorIdentity(config, provider, () => config.http.publicUrl),
  audit: node.audit,
});

const suspensionsOf = ({ node, cluster, tools: { env } }: ServerDeps, gateway: Gateway) =>
  createSuspensions({
    recent: node.suspensions,
    endSockets: (account) => gateway.suspended(account),
    sharding: cluster?.sharding ?? null,
    env,
  });

function healthOf({ config, store, cluster, objects, tools, state }: ServerDeps) {
  return createHealth({
    build: { version: serviceVersion(), revision: config.buildRevision },
    isReady: () => state.isReady && !cluster?.isCutOff(),
    pingDatabase: () => store.ping(),
    pingCache: cluster && (() => cluster.ping()),
    pingObjects: () => objects.ping(),
    monotonic: tools.env.monotonic,
  });
}

/** The dictionary's categories for sponsored items; empty while the dictionary does not answer. */
function categoriesOf({ dictionary, tools: { loggers } }: ServerDeps) {
  return async () => {
    if (dictionary === null) return [];
    try {
      return (await dictionary.categories()).filter(({ archived }) => !archived);
    } catch (err) {
      loggers.http.warn({ err }, 'dictionary categories not read, sponsored items offer none');
      return [];
    }
  };
}

function linkPreviewsOf({ config, tools: { env, loggers, previewNetwork: network } }: ServerDeps) {
  const onFailure = (reason: string) => loggers.http.debug({ reason }, 'link preview failed');
  return createLinkPreviews({ brand: config.brand, env, network, onFailure });
}

/** Work that takes longer than a request: the request starts it, and it continues by itself. */
function backgroundTasks({ erasing, exporting, tools: { loggers } }: ServerDeps) {
  const log = loggers.jobs;
  return {
    eraseAccount: (id: string) =>
      erasing.erase(id).catch((err: unknown) => log.error({ err }, 'account erasure failed')),
    makeExports: () => void exporting.makeAll().catch((err: unknown) => log.error({ err }, 'export failed')),
  };
}

/** Dependencies of REST and gateway. */
function commonDeps({ config, store, cluster, objects, node, tools }: ServerDeps) {
  const { env, metrics, tracing = null } = tools;
  const links = createFileLinks({ objects, config, env });
  const { accessTokenTtlS: accessTtlS, refreshTokenTtlS: refreshTtlS } = config;
  return {
    config,
    metrics,
    tracing,
    env,
    rooms: node.rooms,
    lookup: node.lookup,
    inbox: node.inbox,
    roomList: node.roomList,
    users: node.users,
    reader: store,
    objects,
    links,
    peoplePresenter: createPeoplePresenter({ reader: store, links }),
    authenticateBot: createBotAuthenticator({ users: node.users, reader: store, env, isOn: config.bots }),
    tokens: createTokens({ secrets: config.secrets, accessTtlS, refreshTtlS, env }),
    limits: config.rateLimits && cluster ? cluster.limits : createLimits({ env, off: !config.rateLimits }),
    localLimits: createLocalLimits({ env, off: !config.rateLimits }, config.rateWindows),
  };
}

/** The built web page: beside this file in dist; in dist when the sources run. Also the outbox of unsent mails. */
function pages({ mail }: Config): Middleware[] {
  const isBuilt = import.meta.url.endsWith('.js');
  const outbox = mail.kind === 'outbox' ? [outboxPage(mail.dir)] : [];
  return [...outbox, staticPages(fileURLToPath(new URL(isBuilt ? '../../web/' : '../../dist/web/', import.meta.url)))];
}
