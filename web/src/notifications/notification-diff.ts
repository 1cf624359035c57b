/** What there is to tell somebody who is not looking: from the list of rooms before and after a change. Pure. */
import type { Message, Room } from '../api-types.js';

export interface NotificationCandidate {
  room: Room;
  /** Null when one was mentioned where the list does not show it, below a message. */
  message: Message | null;
  isMention: boolean;
}

interface Me {
  id: string;
  username: string;
}

/** Muted rooms tell nothing, archived ones only mentions; a room that was not in the list before has no news yet. */
export function notificationsBetween(before: Room[], after: Room[], me: Me): NotificationCandidate[] {
  if (before === after) return [];
  const held = new Map(before.map((room) => [room.id, room]));
  return after.flatMap((room) => {
    const old = held.get(room.id);
    const news = old && old !== room && !room.muted ? notificationOf(old, room, me) : null;
    return news && (news.isMention || !room.archived) ? [news] : [];
  });
}

/** The count of mentions may come before its message or after it: what the message says itself is not told twice. */
function notificationOf(old: Room, room: Room, me: Me): NotificationCandidate | null {
  const last = room.last_message ?? null;
  const namesMe = last?.mentions?.includes(me.username) === true;
  const isNew = last !== null && last.seq > (old.last_message?.seq ?? 0) && last.sender?.account_id !== me.id;
  if (isNew) return { room, message: last, isMention: namesMe };
  const isElsewhere = (room.unread_mentions ?? 0) > (old.unread_mentions ?? 0) && !namesMe;
  return isElsewhere ? { room, message: null, isMention: true } : null;
}
