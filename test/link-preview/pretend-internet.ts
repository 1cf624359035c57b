/**
 * An internet of one machine: names lead to addresses as told, and whatever is connected to after all checks arrives at
 * one listener here. A connection that should not have been made is therefore a connection that is counted.
 */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Place, PreviewNetwork } from '#src/adapters/link-preview/network.js';

export const PUBLIC_ADDRESS = '93.184.215.14';

export interface PretendInternet extends AsyncDisposable {
  network: PreviewNetwork;
  /** Addresses of names; a function is asked each time. Other names have the public address. */
  names: Map<string, string[] | (() => string[] | Promise<string[]>)>;
  /** What answers, by path. */
  pages: Map<string, RequestListener>;
  /** Every place that was about to be connected to, after all checks. */
  dialled: Place[];
  resolved: string[];
  /** Connections that the listener has seen. */
  connections(): number;
  requests: { path: string; headers: Record<string, unknown> }[];
  port: number;
}

export async function pretendInternet(): Promise<PretendInternet> {
  const pages: PretendInternet['pages'] = new Map();
  const names: PretendInternet['names'] = new Map();
  const [dialled, resolved, requests]: [Place[], string[], PretendInternet['requests']] = [[], [], []];
  let connections = 0;
  const server = createHttpServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const page = pages.get(path.split('?')[0] ?? '');
    if (page) page(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Yok</title>');
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    names,
    pages,
    dialled,
    resolved,
    requests,
    port,
    connections: () => connections,
    network: {
      async resolve(name) {
        resolved.push(name);
        const known = names.get(name) ?? [PUBLIC_ADDRESS];
        return typeof known === 'function' ? known() : known;
      },
      locate(place) {
        dialled.push(place);
        return { address: '127.0.0.1', port };
      },
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page in HTML, with a head of these elements. */
export const html =
  (head: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(`<html><head>${head}`);
  };

export const redirect =
  (location: string, status = 302): RequestListener =>
  (_, response) => {
    response.writeHead(status, { location }).end();
  };
