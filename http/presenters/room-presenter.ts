/**
 * Rooms as one caller sees them. A direct chat is called after the other one of the two, whose face comes along; so
 * every room that may be one is presented here. A room that can only be a group needs no more than `presentRoom`.
 */
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { ListRow, RoomView } from '#src/domain/messages/views.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import {
  presentListRow,
  presentRoom,
  type RoomContext,
  type WireListRow,
  type WirePeer,
  type WireRoom,
} from '#src/protocol/present/room.js';
import type { Reader } from '#src/store/store.js';
import { unblocked } from './blocks.js';
import type { PeoplePresenter } from './people-presenter.js';
import type { Presence } from './presence.js';

/** The viewer and the viewer's language. */
type Viewer = Pick<Caller, 'accountId' | 'language'>;

export interface RoomPresenter {
  room(viewer: Viewer, view: RoomView, context?: RoomContext): Promise<WireRoom>;
  listRow(viewer: Viewer, row: ListRow): Promise<WireListRow>;
  /** Their peers are looked up together. */
  listRows(viewer: Viewer, rows: ListRow[]): Promise<WireListRow[]>;
}

export interface RoomPresenterDeps {
  reader: Reader;
  peoplePresenter: Pick<PeoplePresenter, 'people'>;
  presence: Presence;
  links: FileLinks;
}

export function createRoomPresenter({
  reader: store,
  peoplePresenter,
  presence,
  links,
}: RoomPresenterDeps): RoomPresenter {
  async function peersOf(reader: AccountId, views: RoomView[]): Promise<(view: RoomView) => WirePeer | null> {
    const ids = views.flatMap(({ peer }) => peer?.accountId ?? []);
    if (ids.length === 0) return () => null;
    const [people, seen] = await Promise.all([peoplePresenter.people(reader, ids), unblocked(store, reader, ids)]);
    const here = await presence.onlineAmong(seen);
    return ({ peer }) => {
      const person = peer && people.get(peer.accountId);
      return person ? { ...person, online: here.has(person.id), read_seq: peer.readSeq } : null;
    };
  }

  async function listRows({ accountId, language }: Viewer, rows: ListRow[]): Promise<WireListRow[]> {
    const views = rows.map(({ room }) => room);
    const peerOf = await peersOf(accountId, views);
    return rows.map((row) => presentListRow(row, links, { peer: peerOf(row.room), language }));
  }

  return {
    listRows,
    listRow: async (viewer, row) => (await listRows(viewer, [row]))[0] as WireListRow,
    async room({ accountId, language }, view, context = {}) {
      const peerOf = await peersOf(accountId, [view]);
      return presentRoom(view, links, { ...context, peer: peerOf(view), language });
    },
  };
}
