import type { OpenedRoom, RoomStreams, Rooms } from '#actors/room/commands.js';
import type { AskOptions } from '#actors/runtime/client.js';
import type { RoomPresenter } from '#http/presenters/room-presenter.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { KeyedMutex } from '#src/concurrency/keyed-mutex.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import { presentRoom, type WireRoom } from '#src/protocol/present/room.js';
import type { RoomOpenPayload } from '#src/protocol/socket/operations.js';
import type { Connection } from '../connection/connection.js';
import { newSubscription, type RoomSubscription } from '../connection/room-subscription.js';
import { type Done, fieldsOf } from '../inbound/operation.js';
import { messagesJson } from '../rendering/encoded-rows.js';
import { changeJson, type RenderContext } from '../rendering/rendered-item.js';
import type { Json } from '../transport/frames.js';
import type { PageReads } from './page-reads.js';
import { isAdminRole, type RoomFeed } from './room-feed.js';
import type { RoomFeeds } from './room-feeds.js';

export const OPENED_ROOMS_MAX = 200;

/** After these the socket has no business in the room; after others it stays where it was. */
const ends = new Set<ErrorCode>(['not_member', 'room_not_found', 'banned']);

export interface RoomOpeningDeps {
  rooms: Rooms;
  finder: RoomFinder;
  feeds: RoomFeeds;
  streams: Pick<RoomStreams, 'ready'>;
  renderContext: RenderContext;
  pages: PageReads;
  presenter: RoomPresenter;
}

/**
 * `room:open`: subscribe and buffer events, ask the room, send the ack, then send the buffered events that are newer
 * than the answer. No event overtakes the ack, none is lost and none comes twice.
 */
export class RoomOpening {
  readonly #deps: RoomOpeningDeps;
  /** By slug: a connection's operations on one room are carried out in their order. */
  readonly #mutexes = new WeakMap<Connection, KeyedMutex>();

  constructor(deps: RoomOpeningDeps) {
    this.#deps = deps;
  }

  async open(connection: Connection, payload: RoomOpenPayload, asking?: AskOptions): Promise<Done> {
    const end = await this.#mutexOf(connection).acquire(payload.room.toLowerCase());
    try {
      const read = () => this.#openCurrent(connection, payload, asking);
      const { fields, afterwards } = await this.#deps.pages.use(connection, read);
      return {
        fields,
        isLong: true,
        afterwards: () => {
          afterwards?.();
          end();
        },
      };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** `room:close`, after earlier operations. Closing a room that is not open is no error. */
  async close(connection: Connection, slug: string): Promise<void> {
    const end = await this.#mutexOf(connection).acquire(slug);
    for (const id of connection.opened.keys()) {
      const feed = this.#deps.feeds.find(id);
      if (feed?.slug === slug) this.#leave(feed, connection.opened.get(id) as RoomSubscription);
    }
    end();
  }

  /** The socket is gone. */
  closeAll(connection: Connection): void {
    for (const [id, subscription] of [...connection.opened]) {
      const feed = this.#deps.feeds.find(id);
      if (feed) this.#leave(feed, subscription);
      connection.forgetOpened(id);
    }
  }

  #mutexOf(connection: Connection): KeyedMutex {
    const mutex = this.#mutexes.get(connection) ?? new KeyedMutex();
    this.#mutexes.set(connection, mutex);
    return mutex;
  }

  async #openCurrent(connection: Connection, payload: RoomOpenPayload, asking?: AskOptions): Promise<Done> {
    try {
      return await this.#open(connection, payload, asking);
    } catch (error) {
      if (!(error instanceof RefusalError) || error.refusal.code !== 'room_not_found') throw error;
      // The slug may belong to another room by now: this asks the store again, or refuses.
      await this.#deps.finder.ask(payload.room, { type: 'view_room', by: connection.caller }, asking);
      return await this.#open(connection, payload, asking);
    }
  }

  async #open(connection: Connection, payload: RoomOpenPayload, asking?: AskOptions): Promise<Done> {
    const id = await this.#deps.finder.find(payload.room);
    const feed = this.#deps.feeds.acquire(id, payload.room.toLowerCase());
    const subscription = this.#hold(connection, feed);
    try {
      await this.#deps.streams.ready(id);
      const opened = await this.#deps.rooms.ask(id, commandOf(connection, payload), asking);
      // The socket is gone: the page is not rendered.
      const fields = connection.isClosed ? '' : await this.#fieldsFor(connection, feed.slug, opened);
      return { fields, afterwards: () => this.#goLive(feed, subscription, opened) };
    } catch (error) {
      // Also when the store does not answer: a reader that is held any longer gets no events.
      this.#refused(feed, subscription, error instanceof RefusalError ? error.refusal.code : 'unavailable');
      throw error;
    }
  }

  async #fieldsFor(connection: Connection, slug: string, opened: OpenedRoom): Promise<Json> {
    const isDm = opened.room.kind === 'dm';
    const room = isDm ? await this.#dm(connection, opened) : presentRoom(opened.room, this.#deps.renderContext.links);
    return this.#ackFields(slug, opened, room);
  }

  #hold(connection: Connection, feed: RoomFeed): RoomSubscription {
    const known = connection.opened.get(feed.id);
    if (!known && connection.opened.size >= OPENED_ROOMS_MAX) {
      this.#deps.feeds.release(feed);
      throw new RefusalError('invalid_state', {
        message: `A connection has at most ${OPENED_ROOMS_MAX} rooms open. Close one first.`,
      });
    }
    const subscription = known ?? newSubscription(connection);
    connection.setOpened(feed.id, subscription);
    feed.hold(subscription);
    return subscription;
  }

  #goLive(feed: RoomFeed, subscription: RoomSubscription, { room, historyFrom, seq }: OpenedRoom): void {
    if (subscription.isEnded) return;
    if (subscription.connection.isClosed) return this.#leave(feed, subscription);
    subscription.isEstablished = true;
    subscription.isAdmin = room.myRole !== null && isAdminRole(room.myRole);
    subscription.historyFrom = historyFrom;
    feed.release(subscription, seq);
    this.#deps.feeds.release(feed);
  }

  #refused(feed: RoomFeed, subscription: RoomSubscription, code: ErrorCode): void {
    if (subscription.isEnded) return;
    // A room that was open before stays open when the room actor could not answer: the buffered events are sent.
    if (subscription.isEstablished && !ends.has(code)) feed.release(subscription, subscription.afterSeq);
    else this.#leave(feed, subscription);
  }

  #leave(feed: RoomFeed, subscription: RoomSubscription): void {
    feed.drop(subscription);
    this.#deps.feeds.release(feed);
  }

  /** Events are buffered meanwhile. */
  #dm({ caller }: Connection, { room }: OpenedRoom): Promise<WireRoom> {
    return this.#deps.presenter.room(caller, room);
  }

  #ackFields(slug: string, opened: OpenedRoom, wireRoom: WireRoom): Json {
    const isAdmin = opened.room.myRole !== null && isAdminRole(opened.room.myRole);
    const view = { slug, isAdmin, historyFrom: opened.historyFrom };
    const changes = opened.changes.map((change) => changeJson(change, view, this.#deps.renderContext));
    const rest = fieldsOf({
      seq: opened.seq,
      has_more: opened.hasMore,
      reset: opened.reset,
      read_seq: opened.readSeq,
      unread: opened.unread,
      unread_mentions: opened.unreadMentions,
    });
    const { links } = this.#deps.renderContext;
    return {
      before: `"room":${JSON.stringify(wireRoom)},"messages":`,
      encoded: messagesJson(opened.messages, links),
      after: `,"changes":[${changes.join(',')}],${rest}`,
    };
  }
}

const commandOf = ({ caller }: Connection, { id, after_seq, limit }: RoomOpenPayload) => ({
  type: 'open_room' as const,
  by: caller,
  limit,
  ...(id !== undefined && { id }),
  ...(after_seq !== undefined && { afterSeq: after_seq }),
});
