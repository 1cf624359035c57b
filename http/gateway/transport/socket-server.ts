import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server } from 'socket.io';
import type { WebSocket } from 'ws';
import type { AdmitHandshakes } from '#http/admission/admitted-handshakes.js';
import { answerOtherUpgrades, type ClaimUpgrade } from '#http/listener/other-upgrades.js';
import { FRAME, wireBytesOf } from '#src/protocol/schema/read-json.js';
import type { GatewayDeps } from '../gateway-deps.js';
import { writeTogether } from './engine.js';
import type { FastPath } from './fast-path.js';
import { refusePolling } from './polling-refusal.js';

export const CONNECT_TIMEOUT_MS = 10_000;
/** How long a peer may take to answer the closing of a WebSocket before it is cut; the library waits half a minute. */
export const CLOSE_TIMEOUT_MS = 3_000;

/** Socket.IO keeps a set of rooms for every socket; here only the gateway tracks the readers. */
class NoRooms {
  init(): void {}
  close(): void {}
  addAll(): void {}
  del(): void {}
  delAll(): void {}
}

/** What is asked of a request before anything of a socket is made for it. */
export interface HandshakeGuard {
  /** The reason, as a sentence; null when there is none. */
  refusalOf(request: IncomingMessage): string | null;
  isAllowed(origin: string | undefined): boolean;
}

export interface SocketServerDeps extends Pick<GatewayDeps, 'server' | 'env' | 'cluster'> {
  fastPath: FastPath;
  handshakeGuard: HandshakeGuard;
  admitHandshakes: Pick<AdmitHandshakes, 'session'>;
  webSockets: PlainWebSockets;
}

/** Those that need no Engine.IO. */
export interface PlainWebSockets {
  /** Takes an upgrade, or leaves it to Engine.IO. */
  claim: ClaimUpgrade;
  /** A WebSocket is there; `tcp` is its connection. */
  opened(ws: WebSocket, request: IncomingMessage, tcp: Pick<Duplex, 'write'>): void;
}

/**
 * Socket.IO on the HTTP listener. No compression (it costs 40 µs and several times the memory for each
 * delivery) and no connection state recovery (it skips the handshake's checks; catching up is by seq).
 */
export function createSocketServer({
  server,
  env,
  cluster,
  fastPath,
  handshakeGuard,
  admitHandshakes,
  webSockets,
}: SocketServerDeps): Server {
  const io = new Server(server, {
    transports: cluster ? ['websocket'] : ['websocket', 'polling'],
    serveClient: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxHttpBufferSize: wireBytesOf(FRAME),
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, callback) => {
      const { headers, socket } = request;
      const refusal = handshakeGuard.refusalOf(request);
      if (refusal !== null) return callback(refusal, false);
      admitHandshakes.session(request, (refused) => {
        if (refused !== null) return callback(refused, false);
        // The answer to an upgrade and the first packet of Engine.IO.
        if (headers.upgrade !== undefined) writeTogether(socket, env.soon);
        callback(null, true);
      });
    },
    ...(fastPath.isOn && { adapter: NoRooms as never }),
  });
  if (fastPath.isOn) closeWithin(io, CLOSE_TIMEOUT_MS);
  answerOtherUpgrades(server, webSockets.claim);
  const openTo = (origin: string | undefined) =>
    origin !== undefined && handshakeGuard.isAllowed(origin) ? corsHeaders(origin) : {};
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
