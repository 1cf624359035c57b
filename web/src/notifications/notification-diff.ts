/** Computes notifications from the list of rooms before and after a change. Pure. */
import type { Message, Room } from '../api-types.js';

export interface NotificationCandidate {
  room: Room;
  /** Null for a mention in a discussion, which the list of rooms does not show. */
  message: Message | null;
  isMention: boolean;
}

interface Me {
  id: string;
  username: string;
}

/**
 * Muted rooms do not notify; archived rooms and those where it was chosen notify for mentions only; a room that was not in the list before does
 * not notify.
 */
export function notificationsBetween(before: Room[], after: Room[], me: Me): NotificationCandidate[] {
  if (before === after) return [];
  const held = new Map(before.map((room) => [room.id, room]));
  return after.flatMap((room) => {
    const old = held.get(room.id);
    const news = old && old !== room && !room.muted ? notificationOf(old, room, me) : null;
    return news && (news.isMention || !(room.archived || room.mentions_only)) ? [news] : [];
  });
}

/**
 * The mention count may arrive before its message or after it, so a mention that its message contains notifies once.
 */
function notificationOf(old: Room, room: Room, me: Me): NotificationCandidate | null {
  const last = room.last_message ?? null;
  const namesMe = last?.mentions?.includes(me.username) === true;
  const isNew = last !== null && last.seq > (old.last_message?.seq ?? 0) && last.sender?.account_id !== me.id;
  if (isNew) return { room, message: last, isMention: namesMe };
  const isElsewhere = (room.unread_mentions ?? 0) > (old.unread_mentions ?? 0) && !namesMe;
  return isElsewhere ? { room, message: null, isMention: true } : null;
}
