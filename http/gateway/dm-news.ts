import type { ListRow, ReadNote, Rooms, RoomView } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/account.js';
import { messageRead, roomActivity } from '#src/protocol/events.js';
import type { FileLinks } from '#src/protocol/file-links.js';
import type { RoomPresenter } from '../room-presenter.js';
import type { Connections } from './connections.js';
import { eventFrame } from './frames.js';
import type { RoomFeeds } from './room-feeds.js';

export interface DmNewsDeps {
  connections: Connections;
  feeds: RoomFeeds;
  rooms: Rooms;
  presenter: RoomPresenter;
  links: FileLinks;
  /** It could not be told. The list of rooms tells the same. */
  onTrouble: (error: unknown) => void;
}

/** What is told of direct chats beside their log. */
export class DmNews {
  readonly #deps: DmNewsDeps;

  constructor(deps: DmNewsDeps) {
    this.#deps = deps;
  }

  /**
   * A chat has come into somebody's list, and a message with it: it is told as the list shows it, for activity of a
   * room that a device does not know yet says little.
   */
  arrived(account: AccountId, room: RoomView): void {
    this.#tellArrival(account, room).catch(this.#deps.onTrouble);
  }

  /** One of the two has read on. Whoever is about to open the room hears it after the answer to that. */
  read({ to, roomId, slug, accountId, readSeq, seq }: ReadNote): void {
    const payload = messageRead({ room: slug, seq, prev_seq: seq }, accountId, readSeq);
    this.#deps.feeds.find(roomId)?.tellOne(to, eventFrame('message:read', JSON.stringify(payload)));
  }

  /** The first message came before this node listened to the room. */
  #tellActivity(account: AccountId, { room, lastMessage, unreadMentions }: ListRow): void {
    if (!lastMessage) return;
    const { connections, links } = this.#deps;
    const activity = roomActivity(room.slug, lastMessage.row.seq, lastMessage, unreadMentions > 0, links);
    const frame = eventFrame('room:activity', JSON.stringify(activity));
    for (const connection of connections.of(account)) if (!connection.opened.has(room.id)) connection.push(frame);
  }

  async #tellArrival(account: AccountId, { id }: RoomView): Promise<void> {
    const { connections, rooms, presenter, feeds } = this.#deps;
    const by = connections.of(account)[0]?.caller;
    if (!by) return;
    feeds.find(id)?.activity.awaitAnnouncement(account);
    const row = await rooms.ask(id, { type: 'view_list_row', by });
    if (!row) return;
    const frame = eventFrame('room:new', JSON.stringify({ room: await presenter.listRow(by, row) }));
    for (const connection of connections.of(account)) connection.push(frame);
    const isTold = feeds.find(id)?.activity.announced(account) ?? false;
    if (!isTold) this.#tellActivity(account, row);
  }
}
