import { IMPORTER } from '#src/domain/rooms/imported-room.js';
import type { RoomState } from './room-state.js';

/** The chain of the newest entry of an import. Entries of other owners that only claim the log may follow it. */
export const lastImported = ({ recent }: RoomState): string | null =>
  recent.findLast(({ by, hash }) => by === IMPORTER && hash !== null)?.hash ?? null;
