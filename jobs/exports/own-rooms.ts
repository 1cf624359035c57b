import type { AccountId } from '#src/domain/accounts/account.js';
import { peerIn } from '#src/domain/rooms/dm.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { Doc } from '#src/store/store.js';
import { eachOf, nameOf, type OwnDataDeps, type OwnReader, timeOf } from './own-reader.js';
import type { Row } from './pages.js';

export type RoomHead = Doc & Head;

/** All rooms of which the account is or was a member. */
export const membershipsOf = (reader: OwnReader, id: AccountId): AsyncGenerator<Member> =>
  eachOf<Member>(reader, 'members', { index: 'everByAccount', prefix: [id] }, ({ room }) => room);

/** A direct chat has the name of its other member. */
export async function roomNameOf(reader: OwnReader, head: RoomHead | null, id: AccountId): Promise<string> {
  if (!head) return '';
  if (head.pair) return (await nameOf(reader, peerIn(head.pair, id))) ?? head.slug;
  return head.settings.name;
}

export async function* ownRooms({ reader, texts }: OwnDataDeps, id: AccountId): AsyncGenerator<Row> {
  for await (const { room, role, joinedAt, tag, present } of membershipsOf(reader, id)) {
    const head = await reader.get<RoomHead>('rooms', room);
    const name = await roomNameOf(reader, head, id);
    const isThere = present === true;
    yield {
      cells: [name, role, timeOf(joinedAt), tag, isThere ? texts.yes : texts.no],
      data: { room: head?.slug ?? null, kind: head?.kind ?? null, name, role, joinedAt, tag, present: isThere },
    };
  }
}
