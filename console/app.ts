/** The reference dictionary console: a separate service with its own storage and its own API texts. */
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { securityHeaders } from '#http/middleware/headers.js';
import { jsonBody } from '#http/middleware/json-body.js';
import { answerUnmatched, refuseBrokenPaths, refuseLargeBodies } from '#http/middleware/paths.js';
import { requestId } from '#http/middleware/request-id.js';
import type { Store } from '#src/store/store.js';
import { Catalogue } from './catalogue.js';
import { contractRoutes } from './contract.js';
import { createDictionaryStore } from './dictionary-store.js';
import { type ErrorLog, renderRefusals, requireKey } from './middleware.js';
import { operatorRoutes } from './operators.js';

export const CONTRACT = '/console/dictionary';
export const OPERATORS = '/console/admin';

export interface ConsoleDeps {
  store: Store;
  /** The service sends this key. */
  key: string;
  /** Operators send this key; null disables the operator routes. */
  consoleKey: string | null;
  now(): number;
  log: ErrorLog;
  isHttps: boolean;
  /** Serves the pages when the console runs as its own process. */
  pages?: Middleware[];
}

/** True for paths of the console API. The operators' page is served like any other page. */
export const isOfConsole = (path: string): boolean =>
  [CONTRACT, OPERATORS].some((prefix) => path.startsWith(prefix) && /^($|[/?])/.test(path.slice(prefix.length)));

export function createConsole({ store, key, consoleKey, now, log, isHttps, pages = [] }: ConsoleDeps): Koa {
  const dictionary = createDictionaryStore(store, now);
  const router = new Router({ sensitive: true });
  router.use(jsonBody());
  mount(router, CONTRACT, (into) => contractRoutes(into, { dictionary, catalogue: new Catalogue(dictionary) }));
  if (consoleKey !== null) mount(router, OPERATORS, (into) => operatorRoutes(into, dictionary));
  const chain: Middleware[] = [
    requestId(),
    securityHeaders({ isHttps, filesFrom: "'self'" }),
    renderRefusals(log),
    requireKey(CONTRACT, key),
    ...(consoleKey === null ? [] : [requireKey(OPERATORS, consoleKey)]),
    refuseBrokenPaths(),
    refuseLargeBodies(),
    router.routes() as Middleware,
    ...pages,
    answerUnmatched(router),
  ];
  const app = new Koa();
  for (const middleware of chain) app.use(middleware);
  // Koa emits this error only when the connection broke while the response was being written.
  app.on('error', (err: Error) => log.error({ err }, 'console response not delivered'));
  return app;
}

function mount(router: Router, prefix: string, add: (into: Router) => void): void {
  const inner = new Router({ sensitive: true });
  add(inner);
  router.use(prefix, inner.routes());
}
