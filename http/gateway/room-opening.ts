import type { OpenedRoom, RoomStreams, Rooms } from '#actors/room/commands.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import type { RoomOpenPayload } from '#src/protocol/operations.js';
import { presentRoom, type WireRoom } from '#src/protocol/present/room.js';
import type { RoomFinder } from '../api/room-finder.js';
import type { RoomPresenter } from '../room-presenter.js';
import type { Connection } from './connection.js';
import { messagesJson } from './encoded-rows.js';
import { type Done, fieldsOf } from './operation.js';
import type { PageReads } from './page-reads.js';
import type { Reader } from './reader.js';
import { changeJson, type Onlookers } from './rendered-item.js';
import { isAdminRole, type RoomFeed } from './room-feed.js';
import type { RoomFeeds } from './room-feeds.js';
import { Turns } from './turns.js';

export const OPENED_ROOMS_MAX = 200;

/** After these the socket has no business in the room; after others it stays where it was. */
const ends = new Set<ErrorCode>(['not_member', 'room_not_found', 'banned']);

export interface RoomOpeningDeps {
  rooms: Rooms;
  finder: RoomFinder;
  feeds: RoomFeeds;
  streams: Pick<RoomStreams, 'ready'>;
  onlookers: Onlookers;
  pages: PageReads;
  presenter: RoomPresenter;
}

/**
 * `room:open`: first listen, holding back what is heard; then ask the room; then the ack; then what was heard and is
 * newer than the answer. So no event overtakes the ack, none is lost and none comes twice.
 */
export class RoomOpening {
  readonly #deps: RoomOpeningDeps;
  readonly #turns = new Turns();

  constructor(deps: RoomOpeningDeps) {
    this.#deps = deps;
  }

  async open(connection: Connection, payload: RoomOpenPayload): Promise<Done> {
    const end = await this.#turns.take(connection, payload.room.toLowerCase());
    try {
      const read = () => this.#openCurrent(connection, payload);
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

  /** `room:close`, after what was asked before it. Closing what is not open is no mistake. */
  async close(connection: Connection, slug: string): Promise<void> {
    const end = await this.#turns.take(connection, slug);
    for (const id of connection.opened.keys()) {
      const feed = this.#deps.feeds.find(id);
      if (feed?.slug === slug) this.#leave(feed, connection.opened.get(id) as Reader);
    }
    end();
  }

  /** The socket is gone. */
  closeAll(connection: Connection): void {
    for (const [id, reader] of [...connection.opened]) {
      const feed = this.#deps.feeds.find(id);
      if (feed) this.#leave(feed, reader);
      connection.forgetOpened(id);
    }
  }

  async #openCurrent(connection: Connection, payload: RoomOpenPayload): Promise<Done> {
    try {
      return await this.#open(connection, payload);
    } catch (error) {
      if (!(error instanceof RefusalError) || error.refusal.code !== 'room_not_found') throw error;
      // The slug may belong to another room by now: this asks the store again, or refuses.
      await this.#deps.finder.ask(payload.room, { type: 'view_room', by: connection.caller });
      return await this.#open(connection, payload);
    }
  }

  async #open(connection: Connection, { room, id: heldId, after_seq, limit }: RoomOpenPayload): Promise<Done> {
    const id = await this.#deps.finder.find(room);
    const feed = this.#deps.feeds.acquire(id, room.toLowerCase());
    const reader = this.#hold(connection, feed);
    await this.#deps.streams.ready(id);
    const answer = await this.#deps.rooms.tryAsk(id, {
      type: 'open_room',
      by: connection.caller,
      limit,
      ...(heldId === undefined ? {} : { id: heldId }),
      ...(after_seq === undefined ? {} : { afterSeq: after_seq }),
    });
    if (answer.ok) {
      const opened = answer.value;
      // Nobody reads the page: what it would cost to write it is spared.
      if (connection.isClosed) return { fields: '', afterwards: () => this.#enter(feed, reader, opened) };
      const isDm = opened.room.kind === 'dm';
      const room = isDm ? await this.#dm(connection, opened) : presentRoom(opened.room, this.#deps.onlookers.links);
      const fields = this.#ackFields(feed.slug, opened, room);
      return { fields, afterwards: () => this.#enter(feed, reader, opened) };
    }
    this.#refused(feed, reader, answer.code);
    throw new RefusalError(answer.code, answer);
  }

  #hold(connection: Connection, feed: RoomFeed): Reader {
    const known = connection.opened.get(feed.id);
    if (!known && connection.opened.size >= OPENED_ROOMS_MAX) {
      this.#deps.feeds.release(feed);
      throw new RefusalError('invalid_state', {
        message: `A connection has at most ${OPENED_ROOMS_MAX} rooms open. Close one first.`,
      });
    }
    const reader = known ?? newReader(connection);
    connection.setOpened(feed.id, reader);
    feed.hold(reader);
    return reader;
  }

  #enter(feed: RoomFeed, reader: Reader, { room, historyFrom, seq }: OpenedRoom): void {
    if (reader.isGone) return;
    if (reader.connection.isClosed) return this.#leave(feed, reader);
    reader.isEstablished = true;
    reader.isAdmin = room.myRole !== null && isAdminRole(room.myRole);
    reader.historyFrom = historyFrom;
    feed.release(reader, seq);
    this.#deps.feeds.release(feed);
  }

  #refused(feed: RoomFeed, reader: Reader, code: ErrorCode): void {
    if (reader.isGone) return;
    // A room that was open before stays open when it could only not be asked: nothing of what was heard is lost.
    if (reader.isEstablished && !ends.has(code)) feed.release(reader, 0);
    else this.#leave(feed, reader);
  }

  #leave(feed: RoomFeed, reader: Reader): void {
    feed.drop(reader);
    this.#deps.feeds.release(feed);
  }

  /** Meanwhile what is heard waits. */
  #dm({ caller }: Connection, { room }: OpenedRoom): Promise<WireRoom> {
    return this.#deps.presenter.room(caller, room);
  }

  #ackFields(slug: string, opened: OpenedRoom, wireRoom: WireRoom): string {
    const isAdmin = opened.room.myRole !== null && isAdminRole(opened.room.myRole);
    const view = { slug, isAdmin, historyFrom: opened.historyFrom };
    const changes = opened.changes.map((change) => changeJson(change, view, this.#deps.onlookers));
    const rest = fieldsOf({
      seq: opened.seq,
      has_more: opened.hasMore,
      reset: opened.reset,
      read_seq: opened.readSeq,
      unread: opened.unread,
      unread_mentions: opened.unreadMentions,
    });
    const { links } = this.#deps.onlookers;
    const room = JSON.stringify(wireRoom);
    return `"room":${room},"messages":${messagesJson(opened.messages, links)},"changes":[${changes.join(',')}],${rest}`;
  }
}

const newReader = (connection: Connection): Reader => ({
  connection,
  isAdmin: false,
  historyFrom: 0,
  afterSeq: 0,
  held: null,
  isEstablished: false,
  isGone: false,
});
