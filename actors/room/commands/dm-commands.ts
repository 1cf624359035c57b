/**
 * Commands of direct chats. A DM's id is made of its two people (src/domain/rooms/dm.ts), so it can be asked before it
 * is.
 */
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { RoomView } from '#src/domain/messages/views.js';
import type { RoomId } from '#src/domain/rooms/room.js';

export type DmCommand =
  /** Anybody with a username, to the room of the two in that generation. */
  | { type: 'open_dm'; by: Caller; peer: AccountId; generation: number }
  /** From the caller who has just set or lifted a block between the two, before that is acknowledged. */
  | { type: 'note_block'; between: [AccountId, AccountId] };

export interface DmReplies {
  /** Null: this one was deleted for good, the two have a later one or none. */
  open_dm: { room: RoomView | null };
  note_block: null;
}

/** To one of the two, on the devices that have the room open. */
export interface ReadEvent {
  to: AccountId;
  type: 'message:read';
  roomId: RoomId;
  slug: string;
  accountId: AccountId;
  readSeq: number;
  /** The newest entry that both have heard of. */
  seq: number;
}
