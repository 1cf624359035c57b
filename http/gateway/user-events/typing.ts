import type { Rooms } from '#actors/room/commands.js';
import type { AskOptions } from '#actors/runtime/client.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import { typing } from '#src/protocol/socket/events.js';
import type { Connection } from '../connection/connection.js';
import type { Env, GatewayCluster, GatewayEvent } from '../gateway-deps.js';
import type { RoomFeed } from '../rooms/room-feed.js';
import type { RoomFeeds } from '../rooms/room-feeds.js';
import { eventFrame } from '../transport/frames.js';

export const TYPING_INTERVAL_MS = 3_000;
/** The maximum number of recent typists; beyond it the oldest may type early. */
const PEOPLE_MAX = 20_000;

export interface TypingDeps {
  rooms: Rooms;
  feeds: RoomFeeds;
  env: Env;
  cluster: GatewayCluster | null;
}

/** Typing events: volatile, sent to the other sockets that have the room open, at most once in 3 s per account. */
export class Typing {
  readonly #deps: TypingDeps;
  readonly #begun: ShownLately;
  readonly #ended: ShownLately;
  /** In which room others believe a person to be typing. */
  readonly #typingIn = new Map<AccountId, RoomId>();

  constructor(deps: TypingDeps) {
    this.#deps = deps;
    this.#begun = new ShownLately(deps.env);
    this.#ended = new ShownLately(deps.env);
  }

  async setTyping(connection: Connection, slug: string, on: boolean, asking?: AskOptions): Promise<void> {
    const id = this.#deps.feeds.idOf(slug.toLowerCase());
    const isOpen = id !== undefined && connection.opened.get(id)?.buffered === null;
    if (!on) return isOpen ? this.#end(connection, id) : undefined;
    if (!isOpen) throw new RefusalError('invalid_state', { message: 'Open the room first.' });
    if (!this.#begun.take(connection.accountId)) return;
    const answer = await this.#deps.rooms.tryAsk(id, { type: 'check_typing', by: connection.caller }, asking);
    if (!answer.ok) throw new RefusalError(answer.code, answer);
    this.#typingIn.delete(connection.accountId);
    this.#typingIn.set(connection.accountId, id);
    const [oldest] = this.#typingIn.keys();
    if (this.#typingIn.size > PEOPLE_MAX && oldest !== undefined) this.#typingIn.delete(oldest);
    this.#publish(connection, id, true);
  }

  /** Never refused, and sent at once to the sockets that received the start. */
  #end(connection: Connection, id: RoomId): void {
    const { accountId } = connection;
    const isExpected = this.#typingIn.get(accountId) === id;
    if (!isExpected && !this.#ended.take(accountId)) return;
    this.#typingIn.delete(accountId);
    this.#publish(connection, id, false);
  }

  #publish(connection: Connection, id: RoomId, on: boolean): void {
    const feed = this.#deps.feeds.find(id);
    if (!feed || !connection.opened.has(id)) return;
    const { accountId, username } = connection.caller;
    this.#send(feed, accountId, username, on);
    const event: GatewayEvent = { to: accountId, type: 'typing', roomId: id, username, on };
    const bus = this.#deps.cluster?.userEvents;
    bus?.publish(`room:${id}`, event);
    bus?.publishToPrevious(event);
  }

  /** An account that is connected to another node. */
  remoteChanged({ to, roomId, username, on }: Extract<GatewayEvent, { type: 'typing' }>): void {
    const feed = this.#deps.feeds.find(roomId);
    // A device of the account on this node is not shown beside the one there.
    if (on) this.#begun.take(to);
    if (feed) this.#send(feed, to, username, on);
  }

  #send(feed: RoomFeed, accountId: AccountId, username: string, on: boolean): void {
    const payload = typing(feed.slug, accountId, username, on);
    const frame = eventFrame('typing', JSON.stringify(payload));
    for (const { connection } of feed.subscriptions()) {
      // Volatile: for a socket with unsent bytes the event would arrive too late.
      const isBehind = connection.unsentBytes > 0;
      if (!isBehind && connection.accountId !== accountId) connection.push(frame);
    }
  }
}

/** The accounts whose typing was shown within the last seconds. */
class ShownLately {
  readonly #env: Env;
  /** When a person was last shown, oldest first. */
  readonly #shownAt = new Map<AccountId, number>();

  constructor(env: Env) {
    this.#env = env;
  }

  /** An event that comes too early is dropped, not refused. */
  take(account: AccountId): boolean {
    const now = this.#env.monotonic();
    const last = this.#shownAt.get(account);
    if (last !== undefined && now - last < TYPING_INTERVAL_MS) return false;
    this.#shownAt.delete(account);
    this.#shownAt.set(account, now);
    for (const [other, at] of this.#shownAt) {
      if (now - at < TYPING_INTERVAL_MS && this.#shownAt.size <= PEOPLE_MAX) break;
      this.#shownAt.delete(other);
    }
    return true;
  }
}
