import type { AccountId, Caller } from '#src/domain/account.js';
import type { RoomId } from '#src/domain/room.js';
import { type CloseReason, type EventName, sessionClosed } from '#src/protocol/events.js';
import type { EngineSocket } from './engine.js';
import { eventFrame } from './frames.js';
import { Outbox } from './outbox.js';
import type { Reader } from './reader.js';
import type { Rounds } from './rounds.js';

const NOTHING_OPENED: ReadonlyMap<RoomId, Reader> = new Map();

/** One socket of one session. Kept small: most of them are idle most of the time. */
export class Connection extends Outbox {
  /** Who speaks. Replaced when the username changes. */
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
  #opened: Map<RoomId, Reader> | null = null;

  constructor(engine: EngineSocket, rounds: Rounds, caller: Caller, expiresAt: number, isFast = true) {
    super(engine, rounds, isFast);
    this.caller = caller;
    this.expiresAt = expiresAt;
  }

  get accountId(): AccountId {
    return this.caller.accountId;
  }

  /** The rooms this socket has opened, or is opening. */
  get opened(): ReadonlyMap<RoomId, Reader> {
    return this.#opened ?? NOTHING_OPENED;
  }

  setOpened(room: RoomId, reader: Reader): void {
    this.#opened ??= new Map();
    this.#opened.set(room, reader);
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

  tell(name: EventName, payload: unknown): void {
    this.push(eventFrame(name, JSON.stringify(payload)));
  }

  /** Says why, then closes. What was pushed before still leaves. */
  close(reason: CloseReason): void {
    if (this.isClosed || this.isShut) return;
    this.closeReason = reason;
    this.tell('session:closed', sessionClosed(reason));
    this.shut();
    this.engine.close();
  }

  override tooSlow(): void {
    this.close('slow_consumer');
  }
}
