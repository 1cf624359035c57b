import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import {
  FRAME_BYTES_MAX,
  MESSAGES_PER_WINDOW,
  MESSAGES_WINDOW_MS,
  rateWindows,
  SOCKET_BYTES_PER_SECOND,
  SOCKET_FRAMES_PER_SECOND,
} from '#src/domain/limits.js';
import { BODY_BYTES_MAX } from '#src/domain/messages/message.js';
import { RefusalError } from '#src/errors.js';
import { presentRefusal, ready } from '#src/protocol/socket/events.js';
import type { SocketLimits } from '#src/protocol/socket/socket-limits.js';
import { Connection } from './connection/connection.js';
import type { Connections } from './connection/connections.js';
import type { SessionClock } from './connection/session-clock.js';
import type { FlushScheduler } from './delivery/flush-scheduler.js';
import type { SlowConsumers } from './delivery/slow-consumers.js';
import type { GatewayDeps } from './gateway-deps.js';
import type { FailedHandshakes } from './handshake/failed-handshakes.js';
import { type Admitted, type Handshake, SOCKETS_PER_SESSION_MAX } from './handshake/handshake.js';
import { logRefusedHandshake } from './handshake/handshake-log.js';
import { releaseHandshake } from './handshake/release-handshake.js';
import type { Dispatcher } from './inbound/dispatcher.js';
import { attachDocumentedInbound } from './inbound/documented-inbound.js';
import { attachFastInbound } from './inbound/fast-inbound.js';
import type { InboundBudget } from './inbound/inbound-budget.js';
import type { Memberships } from './rooms/memberships.js';
import type { PageReads } from './rooms/page-reads.js';
import { OPENED_ROOMS_MAX, type RoomOpening } from './rooms/room-opening.js';
import { type EngineSocket, writeTogether } from './transport/engine.js';
import type { FastPath } from './transport/fast-path.js';
import type { OnlinePresence } from './user-events/online-presence.js';

export interface ConnectionLifecycleDeps
  extends Pick<GatewayDeps, 'logger' | 'metrics' | 'env' | 'security' | 'fingerprints'> {
  node: string;
  epoch: string;
  io: Server;
  fastPath: FastPath;
  failedHandshakes: Pick<FailedHandshakes, 'count'>;
  connections: Connections;
  flushScheduler: FlushScheduler;
  slowConsumers: SlowConsumers;
  handshake: Handshake;
  clock: SessionClock;
  memberships: Memberships;
  presence: OnlinePresence;
  opening: RoomOpening;
  pages: PageReads;
  dispatcher: Dispatcher;
  inboundBudget: InboundBudget | null;
  /** Trusted proxies in front. */
  proxies: number;
}

const limits: SocketLimits = {
  messages: MESSAGES_PER_WINDOW,
  messages_window_ms: MESSAGES_WINDOW_MS,
  reads: rateWindows.read.limit,
  reads_window_ms: rateWindows.read.windowMs,
  writes: rateWindows.write.limit,
  writes_window_ms: rateWindows.write.windowMs,
  frames_per_second: SOCKET_FRAMES_PER_SECOND,
  bytes_per_second: SOCKET_BYTES_PER_SECOND,
  body_bytes: BODY_BYTES_MAX,
  frame_bytes: FRAME_BYTES_MAX,
  opened_rooms: OPENED_ROOMS_MAX,
  sockets_per_session: SOCKETS_PER_SESSION_MAX,
};

const CONNECTION = Symbol('connection');
const REFUSED = Symbol('refused');
/** A CONNECT of this connection is being judged. */
const AUTHENTICATING = Symbol('judged');
type Marked = EngineSocket & { [CONNECTION]?: Connection; [REFUSED]?: true; [AUTHENTICATING]?: boolean };

/**
 * Closes a connection that sends CONNECT again before the answer: it could have many tokens verified for one refusal.
 */
function onConnectPacket(this: Marked, data: unknown): void {
  if (typeof data !== 'string' || !/^0(\{|$)/.test(data)) return;
  if (this[AUTHENTICATING]) this.close();
  this[AUTHENTICATING] = true;
}

/** Accepts, refuses and closes sockets. */
export class ConnectionLifecycle {
  readonly #deps: ConnectionLifecycleDeps;
  readonly #onClose: (reason: string) => void;
  /** Of a connection that ends before it was accepted. */
  readonly #onFailed: () => void;

  constructor(deps: ConnectionLifecycleDeps) {
    this.#deps = deps;
    const disconnected = (engine: Marked, reason: string) =>
      this.#disconnected(engine[CONNECTION] as Connection, reason);
    this.#onClose = function onClose(this: Marked, reason: string) {
      disconnected(this, reason);
    };
    this.#onFailed = function onFailed(this: Marked) {
      deps.failedHandshakes.count(this.request as IncomingMessage, this.remoteAddress);
    };
    deps.io.engine.on('connection', (engine: Marked) => {
      engine.on('data', onConnectPacket);
      engine.on('close', this.#onFailed);
    });
    deps.io.use((socket, next) => void this.#authenticate(socket).then(next));
    deps.io.on('connection', (socket: Socket) => {
      const engine = socket.conn as unknown as Marked;
      const connection = engine[CONNECTION] as Connection;
      if (!connection.isFast) return attachDocumentedInbound(socket, connection, deps);
      releaseHandshake(socket, engine);
      attachFastInbound(socket, connection, deps);
    });
  }

  /** At once, without a close handshake. */
  close(): void {
    this.#deps.io.engine.close();
    for (const connection of [...this.#deps.connections.all()]) connection.terminate();
  }

  /** Returns the error that Socket.IO sends to the client; undefined when the socket is accepted. */
  async #authenticate(socket: Socket): Promise<Error | undefined> {
    const engine = socket.conn as unknown as Marked;
    const { auth, query } = socket.handshake;
    try {
      await this.#deps.handshake.admit({ auth, query }, (admitted) => this.#accept(engine, admitted));
      return undefined;
    } catch (error) {
      // A refused client may connect anew; a second refusal on the same connection closes it.
      if (engine[REFUSED]) engine.close();
      engine[REFUSED] = true;
      return this.#refusal(error, socket.handshake);
    } finally {
      engine[AUTHENTICATING] = false;
    }
  }

  #refusal(error: unknown, handshake: Socket['handshake']): Error {
    if (!(error instanceof RefusalError)) this.#deps.logger.error({ err: error }, 'handshake failed');
    const { code, message, ...rest } = presentRefusal(
      error instanceof RefusalError ? error.refusal : { code: 'internal_error' },
    );
    this.#deps.metrics.refused('socket', code);
    logRefusedHandshake(this.#deps, handshake, code);
    return Object.assign(new Error(message), { data: { code, message, ...rest } });
  }

  #accept(engine: Marked, { caller, expiresAt }: Admitted): void {
    const { connections, flushScheduler, memberships, presence, clock, metrics, env, node, epoch, fastPath } =
      this.#deps;
    // One Engine.IO connection is one socket; knocking twice before the first answer does not make it two.
    if (engine[CONNECTION] || engine.readyState !== 'open') throw new RefusalError('unauthorized');
    const connection = new Connection(engine, flushScheduler, caller, expiresAt, fastPath.isFor(engine));
    engine[CONNECTION] = connection;
    engine.removeListener('data', onConnectPacket);
    engine.removeListener('close', this.#onFailed);
    engine.on('close', this.#onClose);
    if (connections.add(connection)) {
      memberships.connected(caller.accountId);
      presence.connected(caller.accountId);
    }
    metrics.gateway.socketOpened();
    // With the answer to CONNECT, which Socket.IO writes in between.
    connection.send('ready', ready(caller.accountId, caller.sessionId, { node, epoch, now: env.now() }, limits));
    clock.check(connection);
    if (connection.isFast) writeTogether(engine.transport.socket?._socket, env.soon);
  }

  #disconnected(connection: Connection, reason: string): void {
    const { connections, memberships, presence, opening, pages, slowConsumers, metrics } = this.#deps;
    connection.isClosed = true;
    metrics.gateway.socketClosed(connection.closeReason ?? reason);
    slowConsumers.untrack(connection);
    pages.ended(connection);
    opening.closeAll(connection);
    if (!connections.delete(connection)) return;
    memberships.disconnected(connection.accountId);
    presence.disconnected(connection.accountId);
  }
}
