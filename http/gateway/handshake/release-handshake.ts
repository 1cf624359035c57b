import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import type { EngineIoSocket } from '../transport/engine.js';

/** The handshake data that Socket.IO keeps for a connected socket. */
const EMPTY_HANDSHAKE = Object.freeze({ headers: {}, query: {}, auth: {}, time: '', address: '', url: '', issued: 0 });

interface SocketInside {
  handshake: unknown;
  acks: Map<unknown, unknown>;
}

/** The server never asks clients for acks, so one empty map serves all sockets. */
const NO_ACKS = new Map<unknown, unknown>();

/** Releases everything that an established connection never needs again: the request, its headers, the credentials. */
export function releaseHandshake(socket: Socket, engine: EngineIoSocket): void {
  const inside = socket as unknown as SocketInside;
  inside.handshake = EMPTY_HANDSHAKE;
  inside.acks = NO_ACKS;
  // Long polling answers each request anew and keeps its own.
  if (engine.transport.name !== 'websocket') return;
  emptyRequest(engine.request as IncomingMessage);
  engine.request = null;
}

/** Listeners inside the libraries hold the request of an upgrade as long as its socket lives; so it is emptied. */
function emptyRequest(request: IncomingMessage & { _query?: unknown }): void {
  request.rawHeaders = [];
  request.headers = {};
  request.url = '';
  request._query = null;
}
