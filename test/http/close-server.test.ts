/** The end of an HTTP server: requests under way are answered, idle connections do not delay it, and nothing delays it for ever. */
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, partFromClients } from '#http/listener/close-server.js';
import { atOnce, draining } from '#src/app/shutdown.js';

/** A server whose answers are given by hand, and a client that keeps its connections. */
async function scene() {
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => void asked.push(response));
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const ask = async (): Promise<{ status: Promise<number | string> }> => {
    const before = asked.length;
    const request = get({ port, host: '127.0.0.1', agent });
    const status = new Promise<number | string>((resolve) => {
      request.on('response', (response: IncomingMessage) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', ({ message }) => resolve(message));
    });
    while (asked.length === before) await new Promise((resolve) => setImmediate(resolve));
    return { status };
  };
  return { server, asked, ask };
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

describe('the end of an HTTP server', () => {
  it('waits for the answers of what was asked, and for nothing behind them', async () => {
    const { server, asked, ask } = await scene();
    const idle = await ask();
    asked[0]?.end('first');
    expect(await idle.status).toBe(200);
    const { status } = await ask();
    const startedAt = performance.now();
    const closed = closeServer(server, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 150));
    asked[1]?.end('second');
    expect(await status).toBe(200);
    await closed;
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('cuts what is not answered in time', async () => {
    const { server, ask } = await scene();
    const { status } = await ask();
    await closeServer(server, 100);
    expect(await status).toMatch(/socket hang up|ECONNRESET/);
  });

  it('is told to clients that keep their connections, with the answers of the moments before', async () => {
    const { server, asked, ask } = await scene();
    const before = await ask();
    asked[0]?.end('before');
    expect(await before.status).toBe(200);
    expect(await connections(server)).toBe(1);
    const parted = partFromClients(server, 300);
    const { status } = await ask();
    asked[1]?.end('the last one');
    expect(await status).toBe(200);
    expect(asked[1]?.getHeader('connection')).toBe('close');
    await parted;
    expect(await connections(server)).toBe(0);
    await closeServer(server, 60_000);
  });

  it('gives requests what is left of the time for draining, and never less than two seconds', () => {
    expect([0, 11_000, 13_000, 30_000].map(draining(25).answersWithinMs)).toEqual([8_000, 8_000, 6_000, 2_000]);
    expect(atOnce.answersWithinMs(0)).toBe(2_000);
  });
});
