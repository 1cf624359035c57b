/** The whole service with a clock that can be moved and a log that can be read. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createHealth } from '#http/api/system/health.js';
import { createBotAuthenticator } from '#http/bots/authenticate-bot.js';
import type { HttpDeps } from '#http/http-deps.js';
import { CONNECTION_OPTIONS, limitConnections, namingHost } from '#http/listener/connection-limits.js';
import { createFileLinks } from '#http/presenters/file-links.js';
import { createPeoplePresenter } from '#http/presenters/people-presenter.js';
import { createHttpApp } from '#http/server.js';
import { createFingerprints } from '#src/adapters/credentials/fingerprints.js';
import { createTokens } from '#src/adapters/credentials/tokens.js';
import { publicNetwork } from '#src/adapters/link-preview/network.js';
import { createLimits, createLocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { createWebhookSecrets } from '#src/adapters/webhooks/webhook-secrets.js';
import { createWebhookSender } from '#src/adapters/webhooks/webhook-sender.js';
import { openLive } from '#src/app/live/live.js';
import type { App } from '#src/app.js';
import { createLoggers } from '#src/observability/logger.js';
import { createMetrics, type Metrics } from '#src/observability/metrics.js';
import { bootApp } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';

export interface HttpFixture {
  app: App;
  url: string;
  port: number;
  metrics: Metrics;
  /** Everything logged so far. */
  log(): string;
  /** Lets so much time pass for tokens, limits and rooms. */
  pass(ms: number): void;
  close(): Promise<void>;
}

export async function openHttpFixture(settings: Record<string, string> = {}): Promise<HttpFixture> {
  const clock = new TestClock();
  const lines: string[] = [];
  const metrics = createMetrics();
  const loggers = createLoggers('debug', linesInto(lines));
  const booted = await bootApp({ settings, parts: { env: clock.env, loggers, metrics } });
  return {
    app: booted.app,
    url: booted.url,
    port: booted.app.config.http.port,
    metrics,
    log: () => lines.join(''),
    pass: (ms) => clock.move(ms),
    close: async () => booted[Symbol.asyncDispose](),
  };
}

export interface Shell {
  url: string;
  log(): string;
  close(): Promise<void>;
}

/** A second shell over the same fixture with a part replaced, for what a healthy part would never answer. */
export async function openShell({ app, metrics }: HttpFixture, parts: Partial<HttpDeps>): Promise<Shell> {
  const { config, node, store, objects } = app;
  const links = createFileLinks({ objects, config, env: systemEnv });
  const lines: string[] = [];
  const tokenSettings = { secrets: config.secrets, accessTtlS: 3_600, refreshTtlS: 3_600, env: systemEnv };
  const shell = createHttpApp({
    config,
    metrics,
    logger: createLoggers('debug', linesInto(lines)).http,
    security: createLoggers('debug', linesInto(lines)).security,
    rooms: node.rooms,
    lookup: node.lookup,
    inbox: node.inbox,
    roomList: node.roomList,
    users: node.users,
    accounts: node.accounts,
    addresses: node.addresses,
    panelCodes: node.panelCodes,
    organizations: node.organizations,
    sponsored: node.sponsored,
    sponsoredMarks: node.sponsoredMarks,
    categories: async () => [],
    catalog: node.catalog,
    operatorKeys: node.operatorKeys,
    operatorLogins: node.operatorLogins,
    operatorIdentity: null,
    audit: node.audit,
    suspensions: { enforce: async () => undefined, lift: async () => undefined },
    reader: store,
    tokens: createTokens(tokenSettings),
    authenticateBot: createBotAuthenticator({ users: node.users, reader: store, env: systemEnv, isOn: true }),
    authenticateIncoming: createBotAuthenticator({ users: node.users, reader: store, env: systemEnv, isOn: false }),
    webhooks: node.webhooks,
    webhookSecrets: createWebhookSecrets(config.secrets),
    webhookSender: createWebhookSender({
      network: publicNetwork,
      isStrict: true,
      agent: 'shell',
      monotonic: systemEnv.monotonic,
    }),
    fingerprints: createFingerprints(Buffer.alloc(32)),
    limits: createLimits({ env: systemEnv, off: true }),
    localLimits: createLocalLimits({ env: systemEnv, off: true }),
    identityProvider: null,
    eraseAccount: async () => true,
    makeExports: () => undefined,
    linkPreviews: { of: async () => null },
    dictionary: null,
    articles: node.articles,
    presence: { isOnline: () => false, onlineAmong: async () => new Set<string>() },
    objects,
    links,
    peoplePresenter: createPeoplePresenter({ reader: store, links }),
    localObjects: null,
    health: createHealth({
      build: { version: '0.0.0', revision: null },
      isReady: () => true,
      pingCache: null,
      pingDatabase: () => store.ping(),
      pingObjects: () => objects.ping(),
      monotonic: systemEnv.monotonic,
    }),
    live: openLive({ name: 'shell', metrics, store, cluster: null, env: systemEnv, onError: () => undefined }),
    slots: null,
    env: systemEnv,
    pages: [],
    ...parts,
  });
  const server = createServer(CONNECTION_OPTIONS, namingHost(shell.callback()));
  // As the service does: Node alone closes a connection after five seconds, perhaps just when the next request leaves.
  limitConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: () => lines.join(''),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}
