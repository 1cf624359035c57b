/** The end of an HTTP server: requests under way are answered first. */
import { once } from 'node:events';
import type { Server } from 'node:http';

/** A connection is idle from its last answer on, and would then stay open for as long as its client likes. */
const IDLE_INTERVAL_MS = 50;

/** Stops accepting, and resolves when all connections are closed. Requests without an answer are cut after `withinMs`. */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_INTERVAL_MS);
  const cut = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
