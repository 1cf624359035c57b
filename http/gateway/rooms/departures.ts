import type { AccountId } from '#src/domain/accounts/account.js';
import type { LeaveReason } from '#src/domain/log/log.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { roomGone } from '#src/protocol/socket/events.js';
import type { Connection } from '../connection/connection.js';
import type { Connections } from '../connection/connections.js';
import type { Env } from '../gateway-deps.js';
import { eventFrame } from '../transport/frames.js';

/** How long the user event may come after the entry of the stream. */
const HINT_TIMEOUT_MS = 2_000;
/** How long, and how many, departures are remembered of which only the user event has come. */
const HEARD_MS = 10_000;
const HEARD_MAX = 1_000;

export interface Departure {
  account: AccountId;
  room: RoomId;
  slug: string;
  reason: LeaveReason;
  /** The connections that have the room open, or are opening it; the departure closes it for them. */
  readers: readonly Connection[];
}

interface Wait {
  readonly readers: Set<Connection>;
  /** Ends the wait. */
  stop(): void;
}

/**
 * Who leaves a room is told `room:gone` by a user event, which is a hint and may get lost. The room's stream has no
 * gaps: when it takes an account out and no hint comes, `room:gone` is sent for it here, also when the account is back by
 * then: a device that had the room open gets nothing more of it, and opens it again. A feed that lags far behind the
 * hint may cause a second one; none is never the case.
 */
export class Departures {
  readonly #connections: Connections;
  readonly #env: Pick<Env, 'after' | 'monotonic'>;
  /** By departure, when its hint came. */
  readonly #heard = new Map<string, number>();
  /** By departure, the wait for its hint. */
  readonly #waiting = new Map<string, Wait>();

  constructor(connections: Connections, env: Pick<Env, 'after' | 'monotonic'>) {
    this.#connections = connections;
    this.#env = env;
  }

  /** The user event came. */
  hinted(account: AccountId, room: RoomId): void {
    const key = keyOf(account, room);
    if (this.#stopWaiting(key) || !this.#connections.isOnline(account)) return;
    this.#heard.set(key, this.#env.monotonic());
    if (this.#heard.size > HEARD_MAX) this.#heard.delete(this.#heard.keys().next().value as string);
  }

  /** The stream took the account out of the room; `isBack` is asked when no hint came. */
  movedOut(departure: Departure, isBack: () => boolean): void {
    const { account, room, readers } = departure;
    const key = keyOf(account, room);
    if (this.#wasHeard(key) || !this.#connections.isOnline(account)) return;
    const waiting = this.#waiting.get(key);
    if (waiting) for (const reader of readers) waiting.readers.add(reader);
    else this.#wait(departure, isBack, new Set(readers));
  }

  /** The stream brought the account into the room, or changed its side. */
  movedIn(account: AccountId, room: RoomId): void {
    const key = keyOf(account, room);
    this.#heard.delete(key);
    if (this.#waiting.get(key)?.readers.size === 0) this.#stopWaiting(key);
  }

  stop(): void {
    for (const { stop } of this.#waiting.values()) stop();
    this.#waiting.clear();
  }

  #wait(departure: Departure, isBack: () => boolean, readers: Set<Connection>): void {
    const { account, room } = departure;
    const key = keyOf(account, room);
    const stop = this.#env.after(HINT_TIMEOUT_MS, () => {
      this.#waiting.delete(key);
      const isOpening = [...readers].some((reader) => reader.opened.get(room)?.buffered);
      if (isOpening) this.#wait(departure, isBack, readers);
      else this.#send(departure, (connection) => !isBack() || readers.has(connection));
    });
    this.#waiting.set(key, { readers, stop });
  }

  #wasHeard(key: string): boolean {
    const heardAt = this.#heard.get(key) ?? Number.NEGATIVE_INFINITY;
    this.#heard.delete(key);
    return this.#env.monotonic() - heardAt < HEARD_MS;
  }

  #stopWaiting(key: string): boolean {
    this.#waiting.get(key)?.stop();
    return this.#waiting.delete(key);
  }

  /** A socket that has the room open was let in again since. */
  #send({ account, room, slug, reason }: Departure, isFor: (connection: Connection) => boolean): void {
    const frame = eventFrame('room:gone', JSON.stringify(roomGone(slug, reason)));
    for (const connection of this.#connections.of(account)) {
      if (isFor(connection) && !connection.opened.has(room)) connection.push(frame);
    }
  }
}

const keyOf = (account: AccountId, room: RoomId): string => `${account}:${room}`;
