import type { Rooms, RoomView } from '#actors/room/commands.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Member } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';

const WIDTH = 32;
const ROOMS_MAX = 10_000;

export interface OwnRooms {
  founded: RoomView[];
  administered: RoomView[];
}

/** Groups only, by name. The store gives the caller's roles, each room its present state. */
export async function ownRooms(rooms: Rooms, reader: Reader, by: Caller): Promise<OwnRooms> {
  const range = { index: 'byAccount', prefix: [by.accountId], limit: ROOMS_MAX };
  const memberships = await reader.range<Member>('members', range);
  const views = await mapLimit(
    memberships.filter(({ role }) => role !== 'member'),
    WIDTH,
    async ({ room }) => {
      const answer = await rooms.tryAsk(room, { type: 'view_room', by });
      if (answer.ok) return answer.value;
      if (answer.code === 'room_not_found') return null;
      throw new RefusalError(answer.code, answer);
    },
  );
  const groups = views.filter((view) => view !== null).filter(({ kind }) => kind === 'group');
  const sorted = groups.sort((a, b) => a.settings.name.localeCompare(b.settings.name, 'tr') || (a.id < b.id ? -1 : 1));
  return {
    founded: sorted.filter(({ myRole }) => myRole === 'founder'),
    administered: sorted.filter(({ myRole }) => myRole === 'admin'),
  };
}
