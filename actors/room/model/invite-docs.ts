import type { Invite } from '#src/domain/rooms/invite.js';
import type { RoomId } from '#src/domain/rooms/room.js';

/**
 * An invite as it lies in `invites`. `active` goes when the invite is cancelled or used up. An expired invite keeps it,
 * because no write follows from time alone; readers compare `expiresAt`.
 */
export interface InviteDoc extends Invite {
  _id: string;
  room: RoomId;
  /** Its place in the list: when it was made. */
  seq: number;
  active: true | null;
  rev: number;
}

export const inviteId = (room: RoomId, code: string): string => `${room}:${code}`;

export function inviteDoc(room: RoomId, invite: Invite, rev: number): InviteDoc {
  const isOver = invite.cancelled || (invite.maxUses !== null && invite.uses >= invite.maxUses);
  return {
    ...invite,
    _id: inviteId(room, invite.code),
    room,
    seq: invite.createdAt,
    active: isOver ? null : true,
    rev,
  };
}
