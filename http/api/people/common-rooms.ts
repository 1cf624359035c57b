import type { Rooms, RoomView } from '#actors/room/commands.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import { memberId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';

export interface CommonRoomsDeps {
  rooms: Rooms;
  reader: Reader;
}

const WIDTH = 32;
const ROOMS_MAX = 10_000;

/** The common groups of both, by name. The store gives the ids, each room its present state. */
export async function commonRooms({ rooms, reader }: CommonRoomsDeps, by: Caller, other: AccountId) {
  const range = { index: 'byAccount', prefix: [by.accountId], limit: ROOMS_MAX };
  const own = await reader.range<Member>('members', range);
  const theirs = await reader.getMany<Member>(
    'members',
    own.map(({ room }) => memberId(room, other)),
  );
  const shared = theirs.filter((member) => member?.present).flatMap((member) => member?.room ?? []);
  const views = await mapLimit(shared, WIDTH, (room) => viewOf(rooms, room, by));
  const groups = views.filter((view) => view !== null).filter(({ kind, isMember }) => kind === 'group' && isMember);
  return groups.sort((a, b) => a.settings.name.localeCompare(b.settings.name, 'tr') || (a.id < b.id ? -1 : 1));
}

async function viewOf(rooms: Rooms, room: RoomId, by: Caller): Promise<RoomView | null> {
  const answer = await rooms.tryAsk(room, { type: 'view_room', by });
  if (answer.ok) return answer.value;
  if (answer.code === 'room_not_found') return null;
  throw new RefusalError(answer.code, answer);
}
