import type { AccountId } from '#src/domain/accounts/account.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { RenderedItem } from '../rendering/rendered-item.js';

/** The connection of a subscription, as far as rooms use it. */
export interface Subscriber {
  readonly accountId: AccountId;
  readonly isClosed: boolean;
  /** Bytes written and not yet taken by the operating system. */
  readonly unsentBytes: number;
  push(frames: Buffer): void;
  forgetOpened(room: RoomId): void;
}

/** The subscription of one socket to one room. */
export interface RoomSubscription {
  readonly connection: Subscriber;
  /** Which channel it is in: that of the admins or that of the members. */
  isAdmin: boolean;
  /** Rows up to here are hidden from it; 0 = none. */
  historyFrom: number;
  /** Events of the channel up to this seq were delivered before. */
  afterSeq: number;
  /**
   * Set while `room:open` is being answered: it holds the events published meanwhile, so that no event overtakes the
   * ack. Null once live.
   */
  buffered: RenderedItem[] | null;
  /** Events beside the log that are sent once it is live. */
  afterwards?: Buffer[];
  /** It has been live before: repeating `room:open` may fail without closing the room. */
  isEstablished: boolean;
  /** The subscription has ended and is not used again. */
  isEnded: boolean;
}

/** Not live yet. */
export const newSubscription = (connection: Subscriber): RoomSubscription => ({
  connection,
  isAdmin: false,
  historyFrom: 0,
  afterSeq: 0,
  buffered: null,
  isEstablished: false,
  isEnded: false,
});
