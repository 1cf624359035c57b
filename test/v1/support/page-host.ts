/** An empty page on a port of its own, under two names: `localhost` is of the service's site, `127.0.0.1` is not. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageHost extends AsyncDisposable {
  sameSite: string;
  foreign: string;
}

export async function servePages(): Promise<PageHost> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>A page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    sameSite: `http://localhost:${port}`,
    foreign: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
