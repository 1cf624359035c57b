import type { IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { answerOtherUpgrades } from '#http/listener/other-upgrades.js';
import { FRAME, wireBytesOf } from '#src/protocol/schema/read-json.js';
import type { GatewayDeps } from '../gateway-deps.js';

import { writeTogether } from './engine.js';
import type { FastPath } from './fast-path.js';
import { refusePolling } from './polling-refusal.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** How long a peer may take to answer the closing of a WebSocket before it is cut; the library waits half a minute. */
const CLOSE_TIMEOUT_MS = 3_000;

const TOO_MANY_FAILED = 'Too many handshakes of this network have failed. Try again in a minute.';

/** A script tag of any page could ask this way, and it sends no Origin. */
const JSONP = /[?&]j=/;

/** Socket.IO keeps a set of rooms for every socket; here only the gateway tracks the readers. */
class NoRooms {
  init(): void {}
  close(): void {}
  addAll(): void {}
  del(): void {}
  delAll(): void {}
}

interface SocketServerDeps extends Pick<GatewayDeps, 'server' | 'config' | 'env' | 'cluster'> {
  fastPath: FastPath;
  /** Those of handshakes that fail (handshake/failed-handshakes.ts). */
  failedHandshakes: { isRefused(request: IncomingMessage): boolean };
}

/**
 * Socket.IO on the HTTP listener. No compression (it costs 40 µs and several times the memory for each
 * delivery) and no connection state recovery (it skips the handshake's checks; catching up is by seq).
 */
export function createSocketServer({
  server,
  config,
  env,
  cluster,
  fastPath,
  failedHandshakes,
}: SocketServerDeps): Server {
  const origins = config.http.socketOrigins;
  const isAllowed = (origin: string | undefined) => origin === undefined || !origins || origins.includes(origin);
  const io = new Server(server, {
    transports: cluster ? ['websocket'] : ['websocket', 'polling'],
    serveClient: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxHttpBufferSize: wireBytesOf(FRAME),
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, callback) => {
      const { headers, socket, url } = request;
      if (failedHandshakes.isRefused(request)) return callback(TOO_MANY_FAILED, false);
      // The answer to an upgrade and the first packet of Engine.IO.
      if (headers.upgrade !== undefined) writeTogether(socket, env.soon);
      if (JSONP.test(url ?? '')) callback('JSONP is not spoken here.', false);
      else if (isAllowed(headers.origin)) callback(null, true);
      else callback('This origin may not open sockets.', false);
    },
    ...(fastPath.isOn && { adapter: NoRooms as never }),
  });
  if (fastPath.isOn) closeWithin(io, CLOSE_TIMEOUT_MS);
  answerOtherUpgrades(server);
  const openTo = (origin: string | undefined) => (origin !== undefined && isAllowed(origin) ? corsHeaders(origin) : {});
  if (cluster) io.engine.use(refusePolling(openTo));
  io.engine.on('headers', (headers: Record<string, string>, request: IncomingMessage) => {
    // Pages of allowed origins may read answers of long polling; no cookie or other credential is involved.
    Object.assign(headers, openTo(request.headers.origin));
  });
  return io;
}

function closeWithin(io: Server, ms: number): void {
  const { ws } = io.engine as unknown as { ws?: { options?: { closeTimeout: number } } };
  if (ws?.options) ws.options.closeTimeout = ms;
}

const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  vary: 'origin',
});
