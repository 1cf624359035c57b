/** Removes an account from every room in which it is or was a member, and anonymizes it there. */

import type { RoomCommand, Rooms, ScanPosition } from '#actors/room/commands.js';
import type { Answer } from '#actors/runtime/client.js';
import type { Users } from '#actors/user/commands.js';
import type { ArchiveWriter } from '#actors/writers/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { TOMBSTONE_OUTSIDE_ROOMS, type Tombstone, tombstoneKey } from '#src/domain/accounts/erasure.js';
import { type DmDoc, dmRoomId } from '#src/domain/rooms/dm.js';
import type { Pair, RoomId } from '#src/domain/rooms/room.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import { throwFailures } from './sweep-each.js';

export interface EraseRoomsDeps {
  rooms: Pick<Rooms, 'tryAsk'>;
  /** Absent where nothing is archived. */
  archive?: Pick<ArchiveWriter, 'renew' | 'removeObjects'>;
  users: Pick<Users, 'tryAsk'>;
  reader: Reader;
}

type Anonymizing = Extract<RoomCommand, { type: 'anonymize_account' }>;

const PAGE = 1_000;
/** New entries can mention the account during a pass. After this many passes the next run continues. */
const PASSES_MAX = 8;

type InRoom = Doc & { room: RoomId };

/**
 * Returns the number of rooms that still refer to the account. The next run asks these rooms again. A room that fails, because
 * the objects of its archive are out of reach, delays no other one; the run rejects at its end.
 */
export async function eraseFromRooms(deps: EraseRoomsDeps, account: AccountId, isLast: boolean): Promise<number> {
  const failed = new Map<RoomId, unknown>();
  let left = 0;
  for (const room of await roomsOf(deps.reader, account)) {
    try {
      if (!(await eraseFromRoom(deps, { account, room, isLast }))) left += 1;
    } catch (error) {
      failed.set(room, error);
    }
  }
  throwFailures(failed, 'rooms');
  return left;
}

/** Rooms by membership (current or former), ban, join request and founder, and all direct chats of the account. */
async function roomsOf(reader: Reader, account: AccountId): Promise<Set<RoomId>> {
  const found = new Set<RoomId>();
  for (const [from, index] of [
    ['members', 'everByAccount'],
    ['bans', 'byAccount'],
    ['requests', 'byAccount'],
  ] as const) {
    const docs = await pages<InRoom>(reader, from, 'room', { index, prefix: [account] });
    for (const { room } of docs) found.add(room);
  }
  const founded = await reader.range('rooms', { index: 'byFounder', prefix: [account], limit: 10_000 });
  for (const { _id } of founded) found.add(_id);
  for (const room of await directChats(reader, account)) found.add(room);
  for (const room of await startedErasures(reader, account)) found.add(room);
  return found;
}

/**
 * A started anonymization may have removed the documents by which the room is found. The tombstone still names the
 * room.
 */
async function startedErasures(reader: Reader, account: AccountId): Promise<RoomId[]> {
  const range = { index: '_id', gt: tombstoneKey(account, ''), lt: `${account};` };
  const stones = await pages<Tombstone>(reader, 'erasures', '_id', range);
  return stones
    .map(({ _id }) => _id.slice(tombstoneKey(account, '').length))
    .filter((place) => place !== TOMBSTONE_OUTSIDE_ROOMS);
}

async function directChats(reader: Reader, account: AccountId): Promise<RoomId[]> {
  const [first, second] = await Promise.all([
    pages<DmDoc>(reader, 'dms', '_id', { index: '_id', gt: `${account}:`, lt: `${account};` }),
    reader.range<DmDoc>('dms', { index: 'byGreater', prefix: [account], limit: 10_000 }),
  ]);
  return [...first, ...second].flatMap(({ _id, room, generation }) => {
    const pair = _id.split(':') as unknown as Pair;
    return [room, ...Array.from({ length: generation + 1 }, (_, at) => dmRoomId(pair, at))];
  });
}

async function pages<T extends Doc>(
  reader: Reader,
  from: CollectionName,
  by: keyof T & string,
  range: Range,
): Promise<T[]> {
  const found: T[] = [];
  for (let after: Partial<Range> = {}; ; ) {
    const docs = await reader.range<T>(from, { ...range, ...after, limit: PAGE });
    found.push(...docs);
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return found;
    after = { gt: last[by] as string };
  }
}

interface RoomErasure {
  account: AccountId;
  room: RoomId;
  isLast: boolean;
}

async function eraseFromRoom(deps: EraseRoomsDeps, erasure: RoomErasure): Promise<boolean> {
  const { account, room } = erasure;
  const tombstone = await tombstoneIn(deps, account, room);
  if (tombstone === null) return false;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    // Each time: a joining that was on its way may have come after the departure before.
    const departed = await deps.rooms.tryAsk(room, { type: 'depart', account });
    if (!departed.ok) return false;
    if (departed.value.deleted && !(await sweep(deps, room))) return false;
    const found = await anonymizeIn(deps, erasure, tombstone);
    if (found === null) return false;
    // The rows are rows again: their objects go, with what they hold of the account.
    if (found === 0) return (await deps.archive?.renew(room)) ?? true;
  }
  return false;
}

/** Sweeps a deleted room at once instead of waiting for the scheduled sweep. */
async function sweep({ rooms, archive }: EraseRoomsDeps, room: RoomId): Promise<boolean> {
  for (;;) {
    const answer = await rooms.tryAsk(room, { type: 'sweep_deleted_room' });
    if (!answer.ok) return false;
    if (answer.value === 0) break;
  }
  await archive?.removeObjects(room);
  return true;
}

/** Returns the same tombstone for every pass over a room. */
export async function tombstoneIn({ users, reader }: EraseRoomsDeps, account: AccountId, place: string) {
  const drawn = await users.tryAsk(account, { type: 'draw_tombstone', place });
  const stone = drawn.ok ? await reader.get<Tombstone>('erasures', tombstoneKey(account, place)) : null;
  return stone?.tombstone ?? null;
}

/** One pass. Returns the number of documents that referred to the account, or null if the room does not answer. */
async function anonymizeIn({ rooms }: EraseRoomsDeps, { room, account, isLast }: RoomErasure, tombstone: string) {
  let found = 0;
  let from: ScanPosition | null = null;
  for (;;) {
    const command: Anonymizing = { type: 'anonymize_account', account, tombstone, from, isLast };
    const answer: Answer<{ next: ScanPosition | null; found: number }> = await rooms.tryAsk(room, command);
    if (!answer.ok) return null;
    found += answer.value.found;
    from = answer.value.next;
    if (!from) return found;
  }
}
