/** Serves the metrics on the loopback interface, never on the public listener. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';

export interface MetricsServer extends AsyncDisposable {
  readonly port: number;
}

/** Rejects with the system's error (`EADDRINUSE`, …) if the port is not available. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => void answer(metrics, request, response));
  // Workers would share the port otherwise, and each scrape would meet another one.
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(metrics: Metrics, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  try {
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`The metrics could not be read: ${error}\n`);
  }
}
