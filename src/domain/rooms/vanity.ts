import type { AccountId } from '../accounts/account.js';
import type { RoomId } from './room.js';

/** A short link to a room; a room has at most one, under `vanity` in its slug's place. */
export interface VanityLink {
  /** The handle. */
  _id: string;
  room: RoomId;
  slug: string;
  by: AccountId;
}

/** Which room answers to a slug, and by which handle it can be reached as well. */
export interface SlugDoc {
  _id: string;
  room: RoomId;
  vanity?: string | null;
}
