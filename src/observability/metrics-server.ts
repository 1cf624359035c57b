/** Serves the metrics on an address of their own, never on the public listener. */
import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';

export interface MetricsServer extends AsyncDisposable {
  readonly port: number;
}

export interface MetricsAddress {
  port: number;
  host: string;
  /** The bearer token of a scrape; null = none is needed. */
  token: string | null;
}

/** Rejects with the system's error (`EADDRINUSE`, …) if the address is not available. */
export async function serveMetrics(
  metrics: MetricsText,
  { port, host, token }: MetricsAddress,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (token !== null && !isToken(token, request)) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    void answer(metrics, request, response);
  });
  // Workers would share the port otherwise, and each scrape would meet another one.
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Digests are compared, so that the time reveals nothing of the token. */
function isToken(token: string, { headers }: IncomingMessage): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

type MetricsText = Pick<Metrics, 'text' | 'contentType'>;

async function answer(metrics: MetricsText, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  try {
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`The metrics could not be read: ${error}\n`);
  }
}
