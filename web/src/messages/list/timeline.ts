/** A room of the client, as the views show it. */

import type { Message } from '#page/api-types.js';
import type { Room } from '#sdk/room.js';

export interface Timeline {
  roomId: string;
  /** Every entry up to this one is in `messages`, as far back as they reach. */
  seq: number;
  /** Ascending by seq. */
  messages: readonly Message[];
  hasOlder: boolean;
  readSeq: number;
  /** The divider "new messages" is before the first message after this seq; null when there is none. */
  dividerSeq: number | null;
}

type Held = Pick<Room, 'place' | 'messages' | 'hasOlder' | 'readSeq' | 'unread'>;

/** Null before the room is loaded. Unchanged parts keep their identity, so their views do not render again. */
export function timelineOf(room: Held, shown: Timeline | undefined): Timeline | null {
  if (!room.place) return null;
  return {
    roomId: room.place.id,
    seq: room.place.seq,
    messages: room.messages,
    hasOlder: room.hasOlder,
    readSeq: room.readSeq,
    dividerSeq: shown ? shown.dividerSeq : dividerOf(room),
  };
}

/** After a catch-up the divider is at the position where the person stopped reading. */
export const withDivider = (timeline: Timeline, room: Held): Timeline => ({
  ...timeline,
  dividerSeq: timeline.dividerSeq ?? dividerOf(room),
});

const dividerOf = ({ unread, readSeq }: Held): number | null => (unread > 0 ? readSeq : null);
