import type { AccountId } from '#src/domain/accounts/account.js';
import { type DmDoc, peerIn } from '#src/domain/rooms/dm.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';

/** A range read holds no more. */
const RANGE_MAX = 10_000;

/** The direct chats of an account, also those that only the other one has in their list. */
export async function allDirectRoomsOf(reader: Reader, account: AccountId): Promise<DmDoc[]> {
  const [lesser, greater] = await Promise.all([
    reader.range<DmDoc>('dms', { index: '_id', gt: `${account}:`, lt: `${account};`, limit: RANGE_MAX }),
    reader.range<DmDoc>('dms', { index: 'byGreater', prefix: [account], limit: RANGE_MAX }),
  ]);
  return [...lesser, ...greater];
}

/** Those of its rooms that are direct chats, by the other one of the two. */
export async function directRoomsOf(
  reader: Reader,
  account: AccountId,
  rooms: readonly RoomId[],
): Promise<Map<AccountId, RoomId>> {
  const own = new Set(rooms);
  if (own.size === 0) return new Map();
  const chats = (await allDirectRoomsOf(reader, account)).filter(({ room }) => own.has(room));
  return new Map(chats.map(({ _id, greater, room }) => [peerIn([lesserOf(_id), greater], account), room]));
}

const lesserOf = (pairId: string): AccountId => pairId.slice(0, pairId.indexOf(':'));
