/** The end of an HTTP server: requests under way are answered first. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection is idle from its last answer on, and would then stay open for as long as its client likes. */
const IDLE_INTERVAL_MS = 50;

/**
 * From now on each answer ends its connection, and `ms` later those that nobody used meanwhile are left: a client that keeps
 * connections sends its next request to another node. One that is on its way in the moment in which its connection is closed
 * would get no answer.
 */
export async function partFromClients(server: Server, ms: number): Promise<void> {
  server.prependListener('request', endConnection);
  await pause(ms);
}

function endConnection(_: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}

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
