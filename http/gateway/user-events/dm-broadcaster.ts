import type { ListRow, ReadEvent, Rooms, RoomView } from '#actors/room/commands.js';
import type { RoomPresenter } from '#http/presenters/room-presenter.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { messageRead, roomActivity } from '#src/protocol/socket/events.js';
import type { Connections } from '../connection/connections.js';
import type { RoomFeeds } from '../rooms/room-feeds.js';
import { eventFrame } from '../transport/frames.js';

export interface DmBroadcasterDeps {
  connections: Connections;
  feeds: RoomFeeds;
  rooms: Rooms;
  presenter: RoomPresenter;
  links: FileLinks;
  /** The broadcast failed. The list of rooms shows the same. */
  onError: (error: unknown) => void;
}

/** Events of direct chats that are not in their log. */
export class DmBroadcaster {
  readonly #deps: DmBroadcasterDeps;

  constructor(deps: DmBroadcasterDeps) {
    this.#deps = deps;
  }

  /**
   * A chat was added to the list of an account, with a message. The event carries the chat as the list shows it:
   * activity alone would mean little to a device that does not know the room.
   */
  chatAdded(account: AccountId, room: RoomView): void {
    this.#sendChatAdded(account, room).catch(this.#deps.onError);
  }

  /** A participant advanced the read cursor. A socket that is opening the room receives the event after the ack. */
  readAdvanced({ to, roomId, slug, accountId, readSeq, seq }: ReadEvent): void {
    const payload = messageRead({ room: slug, seq, prev_seq: seq }, accountId, readSeq);
    this.#deps.feeds.find(roomId)?.sendToAccount(to, eventFrame('message:read', JSON.stringify(payload)));
  }

  /** The first message was sent before this node subscribed to the room. */
  #sendActivity(account: AccountId, { room, lastMessage, unreadMentions }: ListRow): void {
    if (!lastMessage) return;
    const { connections, links } = this.#deps;
    const activity = roomActivity(room.slug, lastMessage.row.seq, lastMessage, unreadMentions > 0, links);
    const frame = eventFrame('room:activity', JSON.stringify(activity));
    for (const connection of connections.of(account)) if (!connection.opened.has(room.id)) connection.push(frame);
  }

  async #sendChatAdded(account: AccountId, { id }: RoomView): Promise<void> {
    const { connections, rooms, presenter, feeds } = this.#deps;
    const by = connections.of(account)[0]?.caller;
    if (!by) return;
    feeds.find(id)?.activity.awaitAnnouncement(account);
    const row = await rooms.ask(id, { type: 'view_list_row', by });
    if (!row) return;
    const frame = eventFrame('room:new', JSON.stringify({ room: await presenter.listRow(by, row) }));
    for (const connection of connections.of(account)) connection.push(frame);
    const isTold = feeds.find(id)?.activity.announced(account) ?? false;
    if (!isTold) this.#sendActivity(account, row);
  }
}
