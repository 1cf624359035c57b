/** The rooms of one account, as its list shows them. */
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { ListRow } from '#src/domain/messages/views.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';
import type { RoomList, Rooms } from '../commands.js';
import { type StoredListRows, storedListRows } from './stored-list-rows.js';

export interface RoomListDeps {
  rooms: Rooms;
  reader: Reader;
  now(): number;
  /** Whether this node has the room in memory. */
  isInMemory(room: RoomId): boolean;
}

/** How many rooms of one list are asked at a time. */
const ROOMS_CONCURRENCY = 32;
const ROOMS_MAX = 10_000;
/** Rooms whose stored documents are read at once. */
const STORED_MAX = 500;

const nothingStored: StoredListRows = new Map();

/** A room in memory here is asked; of the others what is stored is read, and those are asked that have gone on. */
export function createRoomList({ rooms, reader, now, isInMemory }: RoomListDeps): RoomList {
  async function rowOf(room: RoomId, by: Caller, stored: StoredListRows): Promise<ListRow | null> {
    const known = stored.get(room);
    if (known !== undefined) return known;
    const answer = await rooms.tryAsk(room, { type: 'view_list_row', by });
    if (answer.ok) return answer.value;
    if (answer.code === 'room_not_found') return null;
    throw new RefusalError(answer.code, answer);
  }

  async function storedOf(by: Caller, listed: Member[]): Promise<StoredListRows> {
    const cold = listed.filter(({ room }) => !isInMemory(room)).slice(0, STORED_MAX);
    return cold.length === 0 ? nothingStored : storedListRows(reader, by, cold, now());
  }

  return async (by) => {
    const range = { index: 'byAccount', prefix: [by.accountId], limit: ROOMS_MAX };
    const listed = await reader.range<Member>('members', range);
    const stored = await storedOf(by, listed);
    const rows = await mapLimit(listed, ROOMS_CONCURRENCY, ({ room }) => rowOf(room, by, stored));
    return rows.filter((row) => row !== null);
  };
}
