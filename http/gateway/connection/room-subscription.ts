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
  /** Of the channel it stands in: the admins' is complete for admins, the members' for members. */
  isAdmin: boolean;
  /** Rows up to here are hidden from it; 0 = none. */
  historyFrom: number;
  /** What the channel still holds up to here has been delivered otherwise. */
  afterSeq: number;
  /**
   * Set while `room:open` is being answered: what is published meanwhile waits here, so that nothing overtakes the
   * ack. Null once live.
   */
  buffered: RenderedItem[] | null;
  /** What else is to be told once it is live. */
  afterwards?: Buffer[];
  /** It has been live before: repeating `room:open` may fail without closing the room. */
  isEstablished: boolean;
  /** Taken out of the room, for good. */
  isEnded: boolean;
}
