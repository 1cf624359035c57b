import type { IncomingMessage } from 'node:http';
import type { RateWindows } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { Config } from '#src/config/config.js';
import {
  FRAME_BYTES_MAX,
  MESSAGES_PER_WINDOW,
  MESSAGES_WINDOW_MS,
  SOCKET_BYTES_PER_SECOND,
  SOCKET_FRAMES_PER_SECOND,
} from '#src/domain/limits.js';
import { BODY_BYTES_MAX } from '#src/domain/messages/message.js';
import { RefusalError } from '#src/errors.js';
import { presentRefusal, ready } from '#src/protocol/socket/events.js';
import type { SocketLimits } from '#src/protocol/socket/socket-limits.js';
import { Connection } from './connection/connection.js';
import { connectionIdOf } from './connection/connection-id.js';
import type { Connections } from './connection/connections.js';
import type { SessionClock } from './connection/session-clock.js';
import type { FlushScheduler } from './delivery/flush-scheduler.js';
import type { SlowConsumers } from './delivery/slow-consumers.js';
import type { GatewayDeps } from './gateway-deps.js';
import type { Admission, ConnectRequest, RefusedConnect } from './handshake/admission.js';
import type { FailedHandshakes } from './handshake/failed-handshakes.js';
import { type Admitted, type Handshake, SOCKETS_PER_SESSION_MAX } from './handshake/handshake.js';
import { logRefusedHandshake } from './handshake/handshake-log.js';
import type { Memberships } from './rooms/memberships.js';
import type { PageReads } from './rooms/page-reads.js';
import { OPENED_ROOMS_MAX, type RoomOpening } from './rooms/room-opening.js';
import type { EngineSocket } from './transport/engine.js';
import type { OnlinePresence } from './user-events/online-presence.js';

export interface ConnectionLifecycleDeps
  extends Pick<GatewayDeps, 'logger' | 'metrics' | 'tracing' | 'env' | 'security' | 'fingerprints' | 'localLimits'> {
  node: string;
  epoch: string;
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
  config: Pick<Config, 'sizeLimits'>;
  /** Trusted proxies in front. */
  proxies: number;
}

const limitsOf = ({ read, write }: RateWindows, bodyBytes: number): SocketLimits => ({
  messages: MESSAGES_PER_WINDOW,
  messages_window_ms: MESSAGES_WINDOW_MS,
  reads: read.limit,
  reads_window_ms: read.windowMs,
  writes: write.limit,
  writes_window_ms: write.windowMs,
  frames_per_second: SOCKET_FRAMES_PER_SECOND,
  bytes_per_second: SOCKET_BYTES_PER_SECOND,
  body_bytes: bodyBytes,
  frame_bytes: FRAME_BYTES_MAX,
  opened_rooms: OPENED_ROOMS_MAX,
  sockets_per_session: SOCKETS_PER_SESSION_MAX,
});

/** Accepts, refuses and closes sockets. */
export class ConnectionLifecycle implements Admission {
  readonly #deps: ConnectionLifecycleDeps;
  readonly #limits: SocketLimits;
  #judged = 0;

  constructor(deps: ConnectionLifecycleDeps) {
    this.#deps = deps;
    this.#limits = limitsOf(deps.localLimits.windows, deps.config.sizeLimits.message ?? BODY_BYTES_MAX);
  }

  /** At once, without a close handshake. */
  close(): void {
    for (const connection of [...this.#deps.connections.all()]) connection.terminate();
  }

  async judge(connect: ConnectRequest, enter: (admitted: Admitted) => void): Promise<RefusedConnect | undefined> {
    this.#judged += 1;
    const number = this.#judged;
    const requestId = connectionIdOf(number);
    const span = this.#deps.tracing?.root('socket handshake', traceparentOf(connect)) ?? null;
    const trace = span?.place;
    let refused: RefusedConnect | undefined;
    try {
      const cause = trace === undefined ? { requestId } : { requestId, trace };
      await this.#deps.handshake.admit(connect, (admitted) => enter({ ...admitted, number, trace }), cause);
    } catch (error) {
      refused = this.#refusal(error, connect, requestId);
    }
    span?.set('meydan.request_id', requestId);
    span?.end(refused ? String(refused.data.code) : null);
    return refused;
  }

  #refusal(error: unknown, handshake: ConnectRequest, requestId: string): RefusedConnect {
    if (!(error instanceof RefusalError)) this.#deps.logger.error({ err: error, requestId }, 'handshake failed');
    const { code, message, ...rest } = presentRefusal(
      error instanceof RefusalError ? error.refusal : { code: 'internal_error' },
    );
    this.#deps.metrics.refused('socket', code);
    logRefusedHandshake(this.#deps, handshake, { code, requestId });
    return { message, data: { code, message, ...rest } };
  }

  accept(engine: EngineSocket, { caller, expiresAt, number = 0, trace }: Admitted, isFast: boolean): Connection {
    const { connections, flushScheduler, memberships, presence, metrics } = this.#deps;
    const connection = new Connection(engine, flushScheduler, caller, expiresAt, isFast);
    connection.number = number;
    if (trace !== undefined) connection.trace = trace;
    if (connections.add(connection)) {
      memberships.connected(caller.accountId, presence.connected(caller.accountId));
    }
    metrics.gateway.socketOpened();
    return connection;
  }

  welcome(connection: Connection, before?: Buffer): void {
    const { clock, env, node, epoch } = this.#deps;
    const { accountId, sessionId } = connection.caller;
    if (before) connection.push(before);
    connection.send('ready', ready(accountId, sessionId, { node, epoch, now: env.now() }, this.#limits));
    clock.check(connection);
  }

  failed(request: IncomingMessage, address: string): void {
    this.#deps.failedHandshakes.count(request, address);
  }

  closed(connection: Connection, reason: string): void {
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

/** Browsers cannot send one with a WebSocket; other clients may. */
const traceparentOf = ({ headers }: ConnectRequest): string | undefined =>
  typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
