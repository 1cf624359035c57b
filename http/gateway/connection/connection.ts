import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { type CloseReason, type EventName, sessionClosed } from '#src/protocol/socket/events.js';
import { type FlushQueue, Outbox } from '../delivery/outbox.js';
import type { EngineSocket } from '../transport/engine.js';
import { eventFrame } from '../transport/frames.js';
import { connectionIdOf, operationIdOf } from './connection-id.js';
import type { RoomSubscription } from './room-subscription.js';

const NO_SUBSCRIPTIONS: ReadonlyMap<RoomId, RoomSubscription> = new Map();

/** One socket of one session. Kept small: most of them are idle most of the time. */
export class Connection extends Outbox {
  /** The sender's account. Replaced when the username changes. */
  caller: Caller;
  /** ms since epoch at which the token ends. */
  expiresAt: number;
  /** `session:expiring` has been sent for this token. */
  isWarned = false;
  isClosed = false;
  /** Why the server closed it, when it did. */
  closeReason: CloseReason | null = null;
  /** Operations begun and not yet answered. */
  pending = 0;
  /** Among the connections of this process. */
  number = 0;
  /** The place of its handshake in a trace, if that is recorded. */
  trace: string | null = null;
  #operations = 0;
  /** Operations that wait until the node has time for them, and the line in which they do. */
  waiting = 0;
  waitingKey = '';
  #opened: Map<RoomId, RoomSubscription> | null = null;

  constructor(engine: EngineSocket, scheduler: FlushQueue, caller: Caller, expiresAt: number, isFast = true) {
    super(engine, scheduler, isFast);
    this.caller = caller;
    this.expiresAt = expiresAt;
  }

  get accountId(): AccountId {
    return this.caller.accountId;
  }

  /** As log lines name it. */
  get id(): string {
    return connectionIdOf(this.number);
  }

  /** The next operation, as log lines name it. */
  nextRequestId(): string {
    this.#operations += 1;
    return operationIdOf(this.number, this.#operations);
  }

  /** The rooms this socket has opened, or is opening. */
  get opened(): ReadonlyMap<RoomId, RoomSubscription> {
    return this.#opened ?? NO_SUBSCRIPTIONS;
  }

  setOpened(room: RoomId, subscription: RoomSubscription): void {
    this.#opened ??= new Map();
    this.#opened.set(room, subscription);
  }

  forgetOpened(room: RoomId): void {
    this.#opened?.delete(room);
    if (this.#opened?.size === 0) this.#opened = null;
  }

  /** A later token; an earlier one changes nothing. */
  renew(expiresAt: number): void {
    if (expiresAt <= this.expiresAt) return;
    this.expiresAt = expiresAt;
    this.isWarned = false;
  }

  send(name: EventName, payload: unknown): void {
    this.push(eventFrame(name, JSON.stringify(payload)));
  }

  /** Sends the reason, then closes. Earlier frames still leave. */
  close(reason: CloseReason): void {
    if (this.isClosed || this.isShut) return;
    this.closeReason = reason;
    this.send('session:closed', sessionClosed(reason));
    this.shut();
    this.engine.close();
  }

  override onSlow(): void {
    this.close('slow_consumer');
  }
}
