/**
 * The socket of an account: sends a token at every attempt, classifies refusals, returns acknowledgements as promises.
 */
import { io, type Socket } from 'socket.io-client';
import { waitMs } from './back-off.js';
import { isRefusal, MeydanError, networkError, refusal } from './errors.js';
import { followNetwork } from './network.js';
import { isForever, isOver, type Sessions } from './sessions.js';
import type { Ack, OperationName, Payload, WireError } from './wire.js';

const ACK_WITHIN_MS = 12_000;
/** The service warns a minute before the token expires; for short lifetimes half of the remaining time is used. */
const RENEW_BEFORE_MS = 20_000;
/** A handshake that failed without an answer of the service. */
const UNAVAILABLE: WireError = { code: 'unavailable', message: 'No connection to the service.' };

/** The first event of a connection. A server of an earlier version sends no epoch. */
export interface Hello {
  account_id: string;
  epoch?: string;
}

export interface ConnectionEnds {
  ready(hello: Hello): void;
  /** The connection was lost, or could not be opened. */
  offline(): void;
  /** The time of the next attempt; null during an attempt, and if none is scheduled. */
  planned(at: number | null): void;
  /** The connection will not be retried. */
  stopped(error: MeydanError): void;
  told(name: string, payload: unknown): void;
}

export interface ConnectionOptions {
  url: string;
  transports: ('websocket' | 'polling')[];
  ackWithinMs?: number;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #sessions: Sessions;
  readonly #ends: ConnectionEnds;
  #socket: Socket | null = null;
  #isReady = false;
  #attempt = 0;
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  #nextAt: number | null = null;
  #stopFollowing: () => void = () => undefined;
  #renewAt: ReturnType<typeof setTimeout> | undefined;
  /** The delay that a service asks for before it shuts down. */
  #drainMs = 0;

  constructor(options: ConnectionOptions, sessions: Sessions, ends: ConnectionEnds) {
    this.#options = options;
    this.#sessions = sessions;
    this.#ends = ends;
  }

  get isOnline(): boolean {
    return this.#isReady && this.#socket?.connected === true;
  }

  open(): void {
    if (this.#socket) return;
    this.#socket = io(this.#options.url, {
      autoConnect: false,
      forceNew: true,
      transports: this.#options.transports,
      // Reconnects are scheduled here instead of in the library, because the time of the next attempt is reported.
      reconnection: false,
      auth: (answer) => {
        this.#sessions.fresh().then(
          ({ access }) => answer({ token: access }),
          // A handshake without a valid token is refused, and the refusal says how to go on.
          () => answer({ token: '' }),
        );
      },
    });
    this.#listen(this.#socket);
    this.#stopFollowing = followNetwork({
      online: () => this.tryNow(),
      // Closed at once: without a network there is nothing to wait for.
      offline: () => this.#socket?.io.engine?.close(),
    });
    this.#socket.connect();
  }

  /** Connects without waiting for the next attempt. */
  tryNow(): void {
    if (this.#nextAt === null) return;
    this.#plan(null);
    this.#socket?.connect();
  }

  close(): void {
    this.#plan(null);
    this.#stopFollowing();
    clearTimeout(this.#renewAt);
    const socket = this.#socket;
    this.#socket = null;
    this.#isReady = false;
    socket?.off();
    socket?.offAny();
    socket?.disconnect();
  }

  /** Sends an operation; throws a refusal or a missing acknowledgement. */
  async operate<K extends OperationName>(name: K, payload: Payload<K>): Promise<Ack<K>> {
    const socket = this.#socket;
    if (!this.isOnline || !socket) throw networkError();
    const answered = socket.timeout(this.#options.ackWithinMs ?? ACK_WITHIN_MS).emitWithAck(name, payload);
    // The library reports only a timeout or a lost connection: with both, the outcome is unknown.
    const ack = (await answered.catch(() => Promise.reject(networkError()))) as
      | Ack<K>
      | { ok: false; error: WireError };
    if (ack.ok) return ack;
    throw refusal(ack.error);
  }

  /** For messages that may be lost. An acknowledgement is requested, so that a refusal does not arrive as an event. */
  hint<K extends OperationName>(name: K, payload: Payload<K>): void {
    if (this.isOnline) this.#socket?.volatile.emit(name, payload, () => undefined);
  }

  #listen(socket: Socket): void {
    socket.on('ready', (hello: Hello) => {
      this.#isReady = true;
      this.#attempt = 0;
      this.#drainMs = 0;
      this.#ends.ready(hello);
    });
    socket.on('disconnect', () => {
      clearTimeout(this.#renewAt);
      this.#isReady = false;
      this.#ends.offline();
      this.#again();
    });
    socket.on('connect_error', (error: Error & { data?: WireError }) => {
      this.#ends.offline();
      void this.#afterRefusal(socket, refusal(error.data ?? UNAVAILABLE));
    });
    socket.on('session:expiring', () => void this.#renewSoon());
    socket.on('session:closed', ({ reason }: { reason: string }) => {
      if (reason === 'session_closed' || reason === 'account_deleted') void this.#sessions.end();
    });
    socket.on('server:draining', ({ retry_after_ms }: { retry_after_ms: number }) => {
      this.#drainMs = retry_after_ms;
    });
    socket.onAny((name: string, payload: unknown) => this.#ends.told(name, payload));
  }

  async #afterRefusal(socket: Socket, refused: MeydanError): Promise<void> {
    const { code } = refused;
    if (code === 'account_suspended') return this.#stop(refused);
    if (code === 'username_required') return this.#stop(new MeydanError(code, 'Choose a username, then connect.'));
    if (code === 'token_expired' || code === 'unauthorized') {
      const failure = await this.#refreshFailure();
      // Closed and opened again meanwhile: this is nothing that the new socket was told.
      if (this.#socket !== socket) return;
      // Any other error may be temporary. A suspension ends at its time: the session and the outbox stay.
      if (failure && (isOver(failure) || isRefusal(failure, 'account_suspended'))) return this.#stop(failure);
    }
    this.#again();
  }

  /** Null once the session is refreshed. */
  async #refreshFailure(): Promise<MeydanError | null> {
    try {
      const session = await this.#sessions.current();
      if (!session) throw new MeydanError('not_logged_in', 'The session is over.');
      await this.#sessions.refresh(session);
      return null;
    } catch (error) {
      if (error instanceof MeydanError) return error;
      throw error;
    }
  }

  #stop(error: MeydanError): void {
    if (!this.#socket) return;
    this.close();
    this.#ends.stopped(error);
  }

  #again(): void {
    if (!this.#socket) return;
    const delay = Math.max(this.#drainMs, waitMs(this.#attempt));
    this.#attempt += 1;
    this.#plan(delay);
  }

  #plan(delayMs: number | null): void {
    clearTimeout(this.#nextTry);
    const wasPlanned = this.#nextAt !== null;
    this.#nextAt = delayMs === null ? null : Date.now() + delayMs;
    if (delayMs !== null) this.#nextTry = setTimeout(() => this.tryNow(), delayMs);
    if (wasPlanned || this.#nextAt !== null) this.#ends.planned(this.#nextAt);
  }

  async #renewSoon(): Promise<void> {
    const session = await this.#sessions.current();
    if (!session || isForever(session) || !this.#socket) return;
    const leftMs = session.expiresAt - Date.now();
    const delay = leftMs > 2 * RENEW_BEFORE_MS ? leftMs - RENEW_BEFORE_MS : Math.max(0, leftMs / 2);
    clearTimeout(this.#renewAt);
    this.#renewAt = setTimeout(() => void this.#renew(session), delay);
  }

  /** If this fails, the service closes the socket, and the next handshake sends a new token. */
  async #renew(session: Parameters<Sessions['refresh']>[0]): Promise<void> {
    try {
      const { access } = await this.#sessions.refresh(session);
      await this.operate('session:renew', { token: access });
    } catch (error) {
      if (isRefusal(error, 'not_logged_in')) this.#stop(error);
    }
  }
}
