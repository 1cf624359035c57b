import type { Server, Socket } from 'socket.io';
import {
  FRAME_BYTES_MAX,
  MESSAGES_PER_WINDOW,
  MESSAGES_WINDOW_MS,
  rateWindows,
  SOCKET_BYTES_PER_SECOND,
  SOCKET_FRAMES_PER_SECOND,
} from '#src/domain/limits.js';
import { BODY_BYTES_MAX } from '#src/domain/message.js';
import { RefusalError } from '#src/errors.js';
import { presentRefusal, ready } from '#src/protocol/events.js';
import type { SocketLimits } from '#src/protocol/socket-limits.js';
import { Connection } from './connection.js';
import type { Connections } from './connections.js';
import type { GatewayDeps } from './deps.js';
import type { Dispatcher } from './dispatcher.js';
import { listenAsDocumented } from './documented-inbound.js';
import { type EngineSocket, writeTogether } from './engine.js';
import type { FastPath } from './fast-path.js';
import { type Admitted, type Handshake, SOCKETS_PER_SESSION_MAX } from './handshake.js';
import { logRefusedHandshake } from './handshake-log.js';
import { listenTo } from './inbound.js';
import type { InboundBudget } from './inbound-budget.js';
import type { Laggards } from './laggards.js';
import type { Memberships } from './memberships.js';
import type { PageReads } from './page-reads.js';
import type { OnlinePresence } from './presence.js';
import { OPENED_ROOMS_MAX, type RoomOpening } from './room-opening.js';
import type { Rounds } from './rounds.js';
import type { SessionClock } from './session-clock.js';
import { slimDown } from './slimming.js';

export interface EntranceDeps extends Pick<GatewayDeps, 'logger' | 'metrics' | 'env' | 'security' | 'fingerprints'> {
  node: string;
  io: Server;
  fastPath: FastPath;
  connections: Connections;
  rounds: Rounds;
  laggards: Laggards;
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
const JUDGED = Symbol('judged');
type Marked = EngineSocket & { [CONNECTION]?: Connection; [REFUSED]?: true; [JUDGED]?: boolean };

/** Clients wait for the answer to CONNECT: whoever does not would have a hundred tokens judged for one refusal. */
function onKnock(this: Marked, data: unknown): void {
  if (typeof data !== 'string' || !/^0(\{|$)/.test(data)) return;
  if (this[JUDGED]) this.close();
  this[JUDGED] = true;
}

/** How sockets come and go. */
export class Entrance {
  readonly #deps: EntranceDeps;
  readonly #onClose: (reason: string) => void;

  constructor(deps: EntranceDeps) {
    this.#deps = deps;
    const leave = (engine: Marked, reason: string) => this.#leave(engine[CONNECTION] as Connection, reason);
    this.#onClose = function onClose(this: Marked, reason: string) {
      leave(this, reason);
    };
    deps.io.engine.on('connection', (engine: Marked) => engine.on('data', onKnock));
    deps.io.use((socket, next) => void this.#knock(socket).then(next));
    deps.io.on('connection', (socket: Socket) => {
      const engine = socket.conn as unknown as Marked;
      const connection = engine[CONNECTION] as Connection;
      if (!connection.isFast) return listenAsDocumented(socket, connection, deps);
      slimDown(socket, engine);
      listenTo(socket, connection, deps);
    });
  }

  /** At once: nobody is waited for. */
  close(): void {
    this.#deps.io.engine.close();
    for (const connection of [...this.#deps.connections.all()]) connection.cutOff();
  }

  /** What Socket.IO is told: nothing when the socket may come in, else the error it shows the client. */
  async #knock(socket: Socket): Promise<Error | undefined> {
    const engine = socket.conn as unknown as Marked;
    const { auth, query } = socket.handshake;
    try {
      await this.#deps.handshake.admit({ auth, query }, (admitted) => this.#enter(engine, admitted));
      return undefined;
    } catch (error) {
      // Whoever was refused may connect anew; to go on knocking on one connection is no client's way.
      if (engine[REFUSED]) engine.close();
      engine[REFUSED] = true;
      return this.#refusal(error, socket.handshake);
    } finally {
      engine[JUDGED] = false;
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

  #enter(engine: Marked, { caller, expiresAt }: Admitted): void {
    const { connections, rounds, memberships, presence, clock, metrics, env, node, fastPath } = this.#deps;
    // One Engine.IO connection is one socket; knocking twice before the first answer does not make it two.
    if (engine[CONNECTION] || engine.readyState !== 'open') throw new RefusalError('unauthorized');
    const connection = new Connection(engine, rounds, caller, expiresAt, fastPath.isFor(engine));
    engine[CONNECTION] = connection;
    engine.removeListener('data', onKnock);
    engine.on('close', this.#onClose);
    if (connections.add(connection)) {
      memberships.arrived(caller.accountId);
      presence.arrived(caller.accountId);
    }
    metrics.gateway.socketOpened();
    // With the answer to CONNECT, which Socket.IO writes in between.
    connection.tell('ready', ready(caller.accountId, caller.sessionId, node, env.now(), limits));
    clock.look(connection);
    if (connection.isFast) writeTogether(engine.transport.socket?._socket, env.soon);
  }

  #leave(connection: Connection, reason: string): void {
    const { connections, memberships, presence, opening, pages, laggards, metrics } = this.#deps;
    connection.isClosed = true;
    metrics.gateway.socketClosed(connection.closeReason ?? reason);
    laggards.forget(connection);
    pages.ended(connection);
    opening.closeAll(connection);
    if (!connections.delete(connection)) return;
    memberships.left(connection.accountId);
    presence.left(connection.accountId);
  }
}
