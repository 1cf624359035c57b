/**
 * WebSockets that begin as such, without long polling before. Engine.IO and Socket.IO hold four objects, two timers and
 * a dozen closures for each of them; here the protocol of the two is spoken on the WebSocket alone (ADR 0086). What is
 * not plain (long polling, a change from it, older protocols, a refusal) is left to Engine.IO.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { AdmitHandshakes } from '#http/admission/admitted-handshakes.js';
import { FRAME, wireBytesOf } from '#src/protocol/schema/read-json.js';
import type { Env } from '../gateway-deps.js';
import { writeTogether } from '../transport/engine.js';
import { textFrame } from '../transport/frames.js';
import { openPacket, PING_INTERVAL_MS, PING_TIMEOUT_MS } from '../transport/open-packet.js';
import type { PlainWebSockets } from '../transport/socket-server.js';
import { Deadlines } from './deadlines.js';
import { type SocketHandler, WebSocketConnection, type WebSocketHandler } from './websocket-connection.js';

const CHECK_INTERVAL_MS = 1_000;
/** A process that stood still, or a clock that jumped, counts so much at most: no peer is to blame for it. */
const STEP_MS_MAX = 2 * CHECK_INTERVAL_MS;

const PATH = '/socket.io/?';
const MAX_PAYLOAD = wireBytesOf(FRAME);

export interface WebSocketListenerDeps {
  env: Pick<Env, 'monotonic' | 'after' | 'soon'>;
  /** How long a client may take until it is accepted. */
  connectTimeoutMs: number;
  /** How long a peer may take to answer the closing of its WebSocket. */
  closeTimeoutMs: number;
  /** Whether this request may become a socket. */
  isAllowed(request: IncomingMessage): boolean;
  admitHandshakes: Pick<AdmitHandshakes, 'upgrade'>;
}

export class WebSocketListener implements WebSocketHandler, PlainWebSockets {
  readonly #deps: WebSocketListenerDeps;
  readonly #server: WebSocketServer;
  readonly #connecting: Deadlines<WebSocketConnection>;
  /** Until the next heartbeat. */
  readonly #quiet = new Deadlines<WebSocketConnection>(PING_INTERVAL_MS);
  /** Until the answer to a heartbeat. */
  readonly #pinged = new Deadlines<WebSocketConnection>(PING_TIMEOUT_MS);
  readonly #lists: readonly Deadlines<WebSocketConnection>[];
  #handler: SocketHandler | null = null;
  #stopTimer: (() => void) | null = null;
  /** ms of this listener's own clock, which runs while there are sockets. */
  #now = 0;
  #readAt = 0;

  constructor(deps: WebSocketListenerDeps) {
    this.#deps = deps;
    this.#connecting = new Deadlines(deps.connectTimeoutMs);
    this.#lists = [this.#connecting, this.#quiet, this.#pinged];
    const options: ServerOptions & { closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: MAX_PAYLOAD,
      closeTimeout: deps.closeTimeoutMs,
    };
    this.#server = new WebSocketServer(options);
  }

  listen(handler: SocketHandler): void {
    this.#handler = handler;
  }

  /** Takes the upgrade, if it is one of these. */
  readonly claim = (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    if (this.#handler === null || !isPlain(request.url ?? '') || !this.#deps.isAllowed(request)) return false;
    this.#deps.admitHandshakes.upgrade(request, socket, () => this.#upgrade(request, socket, head));
    return true;
  };

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The answer to the upgrade and the first packet of Engine.IO.
    writeTogether(socket as NetSocket, this.#deps.env.soon);
    // A copy: the first bytes may lie in a large buffer of the HTTP parser.
    this.#server.handleUpgrade(request, socket, Buffer.from(head), (ws) => this.opened(ws, request, socket));
  }

  opened(ws: WebSocket, request: IncomingMessage, tcp: Pick<Duplex, 'write'>): void {
    const connection = new WebSocketConnection(ws, request, this);
    tcp.write(textFrame(openPacket(randomUUID(), MAX_PAYLOAD)));
    if (this.#stopTimer === null) this.#checkLater();
    this.#connecting.add(connection, this.#time());
  }

  /** Releases what an accepted socket never needs again. */
  accepted(socket: WebSocketConnection): void {
    socket.request = null;
    this.#connecting.delete(socket);
    this.#quiet.add(socket, this.#time());
  }

  received(socket: WebSocketConnection, bytes: number): void {
    this.#handler?.received(socket, bytes);
  }

  refusedUnread(socket: WebSocketConnection, chunk: Buffer, start: number, end: number): boolean {
    return this.#handler?.refusedUnread(socket, chunk, start, end) ?? false;
  }

  message(socket: WebSocketConnection, data: Buffer): void {
    this.#handler?.message(socket, data);
  }

  /** As Engine.IO does: any other packet gives an awaited answer more time, once. */
  heard(socket: WebSocketConnection, isPong: boolean): void {
    if (!this.#pinged.has(socket)) return;
    if (isPong) {
      this.#pinged.delete(socket);
      this.#quiet.add(socket, this.#time());
    } else if (!socket.isExtended) {
      socket.isExtended = true;
      this.#pinged.add(socket, this.#time());
    }
  }

  closed(socket: WebSocketConnection, reason: string): void {
    this.#lists.some((deadlines) => deadlines.delete(socket));
    this.#handler?.closed(socket, reason);
  }

  /** At once, without a close handshake. */
  close(): void {
    this.#stopTimer?.();
    for (const deadlines of this.#lists) for (const socket of deadlines.all()) socket.close(true);
  }

  readonly #check = (): void => {
    const now = this.#time();
    for (const socket of this.#connecting.due(now)) socket.close();
    for (const socket of this.#pinged.due(now)) {
      socket.ended('ping timeout');
      socket.socket.terminate();
    }
    for (const socket of this.#quiet.due(now)) this.#ping(socket);
    this.#stopTimer = null;
    if (this.#lists.some(({ size }) => size > 0)) this.#checkLater();
  };

  #time(): number {
    const at = this.#deps.env.monotonic();
    this.#now += Math.min(at - this.#readAt, STEP_MS_MAX);
    this.#readAt = at;
    return this.#now;
  }

  #checkLater(): void {
    this.#readAt = this.#deps.env.monotonic();
    this.#stopTimer = this.#deps.env.after(CHECK_INTERVAL_MS, this.#check);
  }

  #ping(socket: WebSocketConnection): void {
    this.#quiet.delete(socket);
    socket.isExtended = false;
    this.#pinged.add(socket, this.#time());
    socket.ping();
  }
}

/** A WebSocket of the present protocol that is no change of a session. */
function isPlain(url: string): boolean {
  if (!url.startsWith(PATH)) return false;
  const asked = new URLSearchParams(url.slice(PATH.length));
  return asked.get('EIO') === '4' && asked.get('transport') === 'websocket' && !asked.has('sid');
}
