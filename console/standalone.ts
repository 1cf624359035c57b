/** The console with its own listener, its own store and the operators' page. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Context, Middleware, Next } from 'koa';
import { staticPages } from '#http/documents/static-files.js';
import { limitConnections } from '#http/listener/connection-limits.js';
import type { Logger } from '#src/observability/logger.js';
import { openStore } from '#src/open-store.js';
import type { Store } from '#src/store/store.js';
import { createConsole } from './app.js';
import type { ConsoleSettings } from './settings.js';

export interface StandaloneConsole {
  url: string;
  /** Finishes the requests in progress first. */
  close(): Promise<void>;
}

const PATIENCE_MS = 2_000;

export async function startConsole(
  { config, key, consoleKey }: ConsoleSettings,
  log: Logger,
): Promise<StandaloneConsole> {
  const store = await openStore(config);
  const { port, host, publicUrl, isPublicUrlDerived } = config.http;
  const app = createConsole({
    store,
    key,
    consoleKey,
    log,
    now: () => Date.now(),
    isHttps: publicUrl.startsWith('https:'),
    pages: [leadToPage(), builtPages()],
  });
  const server = createServer(app.callback());
  limitConnections(server);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await store.close();
    throw error;
  }
  const taken = (server.address() as AddressInfo).port;
  const url = isPublicUrlDerived ? `http://localhost:${taken}` : publicUrl;
  return { url, close: () => close(server, store) };
}

async function close(server: Server, store: Store): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  clearTimeout(cut);
  await store.close();
}

/** Redirects `/` to the operators' page, because the chat page is not served here. */
function leadToPage(): Middleware {
  return function leadOn(ctx: Context, next: Next) {
    if (ctx.path !== '/' && ctx.path !== '/index.html') return next();
    ctx.redirect('/console/');
  };
}

/** The built pages are beside this file in dist; when the sources run, they are in dist. */
function builtPages(): Middleware {
  const isBuilt = import.meta.url.endsWith('.js');
  return staticPages(fileURLToPath(new URL(isBuilt ? '../web/' : '../dist/web/', import.meta.url)));
}
