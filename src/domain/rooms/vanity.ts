import type { AccountId } from '../accounts/account.js';
import type { RoomId } from './room.js';

/** A short link to a room. A room has at most one; the link replaces the room's slug under `vanity`. */
export interface VanityLink {
  /** The handle. */
  _id: string;
  room: RoomId;
  slug: string;
  by: AccountId;
}

/** The room of a slug, and its handle. */
export interface SlugDoc {
  _id: string;
  room: RoomId;
  vanity?: string | null;
}
