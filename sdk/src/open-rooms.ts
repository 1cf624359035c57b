/** The open rooms of a program, each once. Dispatches each event to its room. */
import { Room, type RoomDeps, type RoomOptions } from './room.js';
import type { RoomList } from './room-list.js';
import { isListed } from './rows.js';
import type { RoomChange, RoomListRow, ServerEvents } from './wire.js';

interface List {
  rooms: RoomListRow[];
}

export class OpenRooms {
  readonly #deps: Omit<RoomDeps, 'closed'>;
  readonly #list: RoomList;
  readonly #held = new Map<string, Room>();

  constructor(deps: Omit<RoomDeps, 'closed'>, list: RoomList) {
    this.#deps = deps;
    this.#list = list;
    // The response of an operation is applied at once; its event is then already known.
    deps.outbox.on('sent', ({ pending, sent }) => sent.message && this.held(pending.room)?.takeAnswer(sent.message));
  }

  /** The service takes a slug in any case, and its events have it in lower case. */
  held = (slug: string): Room | null => this.#held.get(slug.toLowerCase()) ?? null;

  room(slug: string, options: RoomOptions): Room {
    return this.held(slug) ?? this.#begin(slug.toLowerCase(), options);
  }

  /** Called after a new connection. */
  sync(): void {
    for (const room of this.#held.values()) void room.sync();
  }

  close(): void {
    for (const room of [...this.#held.values()]) room.close();
  }

  /** A list may have been read before events that an open room has, and no `room:activity` corrects it. */
  known = ({ rooms }: List): List => ({ rooms: rooms.map((row) => ({ ...row, ...this.#knownOf(row.slug) })) });

  #knownOf(slug: string): Partial<RoomListRow> {
    const room = this.held(slug);
    if (!room?.isSynced() || !this.#deps.isOnline()) return {};
    const { unread, unreadMentions: unread_mentions, readSeq: read_seq } = room;
    const last_message = room.messages.findLast(isListed);
    return { unread, unread_mentions, read_seq, ...(last_message && { last_message }) };
  }

  hear<K extends keyof ServerEvents>(name: K, payload: ServerEvents[K]): void {
    const event = payload as { room?: unknown; prev_seq?: unknown };
    const room = typeof event?.room === 'string' ? this.held(event.room) : null;
    if (!room) return;
    if (typeof event.prev_seq === 'number') room.take({ ...(payload as object), type: name } as RoomChange);
    else if (name === 'typing') room.takeTyping(payload as ServerEvents['typing']);
    else if (name === 'permissions:changed') room.takePermissions(payload as ServerEvents['permissions:changed']);
    else if (name === 'room:gone') room.leave((payload as ServerEvents['room:gone']).reason);
  }

  #begin(slug: string, options: RoomOptions): Room {
    const room = new Room(slug, { ...this.#deps, closed: () => void this.#held.delete(slug) }, options);
    this.#held.set(slug, room);
    room.on('unread', ({ unread, unreadMentions }) =>
      this.#list.patch(slug, { unread, unread_mentions: unreadMentions, read_seq: room.readSeq }),
    );
    room.on('message', (row) => isListed(row) && this.#list.takeRow(slug, row));
    room.on('change', (change) => this.#list.takeChange(slug, change));
    return room;
  }
}
