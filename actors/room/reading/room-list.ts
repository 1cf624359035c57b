/** The rooms of one account, as its list shows them. */
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { ListRow } from '#src/domain/messages/views.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';
import type { RoomList, Rooms } from '../commands.js';
import { type StoredListRows, storedListRows, storedListSteps } from './stored-list-rows.js';

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
/** Rooms whose stored documents are read in one round trip. */
const AT_ONCE_MAX = 256;
/** Cold rooms of one list whose stored documents are read; further ones are asked. */
const STORED_MAX = 2 * AT_ONCE_MAX;
/** Accounts most of whose rooms were in memory when their list was read last. */
const KNOWN_WARM_MAX = 10_000;

interface Listed {
  rooms: RoomId[];
  stored: StoredListRows;
}

/**
 * A room in memory here is asked; of the others what is stored is read, and those are asked that have gone on. What is
 * stored comes with the memberships in one round trip, unless most of it would be read in vain.
 */
export function createRoomList({ rooms, reader, now, isInMemory }: RoomListDeps): RoomList {
  const areWarm = new Set<AccountId>();

  async function rowOf(room: RoomId, by: Caller, stored: StoredListRows): Promise<ListRow | null> {
    const known = stored.get(room);
    if (known !== undefined && !isInMemory(room)) return known;
    const answer = await rooms.tryAsk(room, { type: 'view_list_row', by });
    if (answer.ok) return answer.value;
    if (answer.code === 'room_not_found') return null;
    throw new RefusalError(answer.code, answer);
  }

  /** Null where somebody has more rooms. */
  async function atOnce(by: Caller): Promise<Listed | null> {
    const start = { range: { ...rangeOf(by), limit: AT_ONCE_MAX } };
    const found = await reader.getLinked('members', start, storedListSteps(by.accountId));
    const listed = found.start as unknown as Member[];
    if (listed.length === AT_ONCE_MAX) return null;
    return { rooms: listed.map(({ room }) => room), stored: await storedListRows(reader, by, found, now()) };
  }

  /** The memberships, then what is stored of the rooms that are not in memory. */
  async function inTurn(by: Caller): Promise<Listed> {
    const listed = await reader.range<Member>('members', { ...rangeOf(by), limit: ROOMS_MAX });
    const cold = listed.filter(({ room }) => !isInMemory(room)).slice(0, STORED_MAX);
    const parts: Promise<StoredListRows>[] = [];
    for (let at = 0; at < cold.length; at += AT_ONCE_MAX) parts.push(storedOf(by, cold.slice(at, at + AT_ONCE_MAX)));
    const stored = new Map((await Promise.all(parts)).flatMap((rows) => [...rows]));
    return { rooms: listed.map(({ room }) => room), stored };
  }

  async function storedOf(by: Caller, listed: readonly Member[]): Promise<StoredListRows> {
    const start = { ids: listed.map(({ _id }) => _id) };
    const found = await reader.getLinked('members', start, storedListSteps(by.accountId));
    return storedListRows(reader, by, found, now());
  }

  function rememberWarmth({ accountId }: Caller, listed: readonly RoomId[]): void {
    const isWarm = listed.length >= AT_ONCE_MAX || listed.filter(isInMemory).length * 2 > listed.length;
    if (!isWarm) return void areWarm.delete(accountId);
    if (areWarm.size >= KNOWN_WARM_MAX) areWarm.clear();
    areWarm.add(accountId);
  }

  return async (by) => {
    const isWarm = areWarm.has(by.accountId);
    const { rooms: listed, stored } = (isWarm ? null : await atOnce(by)) ?? (await inTurn(by));
    rememberWarmth(by, listed);
    const rows = await mapLimit(listed, ROOMS_CONCURRENCY, (room) => rowOf(room, by, stored));
    return rows.filter((row) => row !== null);
  };
}

const rangeOf = ({ accountId }: Caller) => ({ index: 'byAccount', prefix: [accountId] });
