import type { RenderedItem } from '../rendering/rendered-item.js';
import type { Connection } from './connection.js';

/** The subscription of one socket to one room. */
export interface RoomSubscription {
  readonly connection: Connection;
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
