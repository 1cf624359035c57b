import type { RoomId } from '#src/domain/rooms/room.js';

/** A row of some room, and where the list goes on behind it. */
export interface Place {
  room: RoomId;
  seq: number;
  cursor: string;
}

/** The next places of a list, at most `count`; fewer only at its end. */
export type PlacesBefore = (before: string | undefined, count: number) => Promise<Place[]>;
