/** The account's rooms with their unread counts. Live events are applied at once, then the list is requested again. */
import { Emitter } from './emitter.js';
import { MeydanError } from './errors.js';
import { endsRow } from './rows.js';
import type { RoomChange, RoomListRow, Row, ServerEvents } from './wire.js';

const ASK_AFTER_MS = 1500;
/** Events that never pause do not put the request off for longer. */
const ASK_WITHIN_MS = 10_000;

export interface RoomListEvents {
  change: readonly RoomListRow[];
}

type Told = { [N in keyof ServerEvents]: { name: N; payload: ServerEvents[N] } }[keyof ServerEvents];

export class RoomList extends Emitter<RoomListEvents> {
  readonly #ask: () => Promise<{ rooms: RoomListRow[] }>;
  readonly #me: () => string | null;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #dueAt: number | null = null;
  #isUsed = false;
  #timesCleared = 0;
  all: readonly RoomListRow[] = [];

  constructor(ask: () => Promise<{ rooms: RoomListRow[] }>, me: () => string | null) {
    super();
    this.#ask = ask;
    this.#me = me;
  }

  /** Without the muted rooms. */
  get unread(): number {
    return this.all.reduce((sum, { muted, unread = 0 }) => sum + (muted ? 0 : unread), 0);
  }

  /** The list is kept up to date from the first call on. */
  async load(): Promise<readonly RoomListRow[]> {
    this.#isUsed = true;
    const times = this.#timesCleared;
    const { rooms } = await this.#ask();
    // The answer of an account that has logged out meanwhile is not shown to the next one.
    if (times === this.#timesCleared) this.#show(rooms);
    return this.all;
  }

  patch(slug: string, patch: Partial<RoomListRow>): void {
    if (!this.all.some((room) => room.slug === slug)) return;
    this.#show(this.all.map((room) => (room.slug === slug ? { ...room, ...patch } : room)));
  }

  take<K extends keyof ServerEvents>(name: K, payload: ServerEvents[K]): void {
    if (!this.#isUsed) return;
    const told = { name, payload } as unknown as Told;
    if (told.name === 'presence') return this.#present(told.payload);
    if (told.name === 'room:activity') this.#active(told.payload);
    else if (told.name === 'room:gone') this.#without(told.payload.room);
    else if (told.name === 'room:flags' || told.name === 'permissions:changed') {
      const { room, ...patch } = told.payload;
      this.patch(room, patch);
    } else if (told.name !== 'room:new' && told.name !== 'ready') return;
    this.#askSoon();
  }

  /** This client made, joined or opened a room: the service tells others of it, not the account. */
  entered(): void {
    if (this.#isUsed) this.#askSoon();
  }

  /** A new message of an open room, about which the service sends no `room:activity`. */
  takeRow(slug: string, row: Row): void {
    this.#spokenIn(slug, { last_message: row });
  }

  /** A change of an open room. */
  takeChange(slug: string, change: RoomChange): void {
    const last = this.all.find((room) => room.slug === slug)?.last_message;
    if ('member_count' in change) this.patch(slug, { member_count: change.member_count });
    if (change.type === 'room:updated') this.patch(slug, change.changes);
    // The list has the newest of them as a message, which the client may not hold.
    else if (change.type === 'message:pins') this.#askSoon();
    else if (change.type === 'message:edited' && change.message.id === last?.id)
      this.patch(slug, { last_message: change.message });
    // The list shows an earlier message then, which the client may not hold.
    else if (last && endsRow(change, last.id)) this.#askSoon();
  }

  /** Called when the session has ended. */
  clear(): void {
    this.close();
    this.#timesCleared += 1;
    this.#isUsed = false;
    this.#show([]);
  }

  close(): void {
    clearTimeout(this.#soon);
    this.#dueAt = null;
  }

  /** The event says that there are unread messages, but not how many. */
  #active({ room: slug, last_message, mention }: ServerEvents['room:activity']): void {
    const room = this.all.find((other) => other.slug === slug);
    if (!room) return;
    const isMine = last_message?.sender?.account_id === this.#me();
    const isNews = !isMine && (last_message?.seq ?? 0) > (room.last_message?.seq ?? 0);
    const unread = (room.unread ?? 0) + (isNews ? 1 : 0);
    const patch = { last_message, unread, unread_mentions: (room.unread_mentions ?? 0) + (mention ? 1 : 0) };
    if ((last_message?.seq ?? 0) > (room.last_message?.seq ?? 0)) this.#spokenIn(slug, patch);
    else this.patch(slug, patch);
  }

  /** The room comes first, after those that the person has pinned; a pinned room keeps its place. */
  #spokenIn(slug: string, patch: Partial<RoomListRow>): void {
    const room = this.all.find((other) => other.slug === slug);
    if (!room || room.pinned_to_top) return this.patch(slug, patch);
    const pinned = this.all.filter((other) => other.pinned_to_top);
    const others = this.all.filter((other) => !other.pinned_to_top && other !== room);
    this.#show([...pinned, { ...room, ...patch }, ...others]);
  }

  #present({ account_id, online }: ServerEvents['presence']): void {
    const room = this.all.find(({ peer }) => peer?.id === account_id);
    if (room?.peer) this.patch(room.slug, { peer: { ...room.peer, online } });
  }

  #without(slug: string): void {
    this.#show(this.all.filter((room) => room.slug !== slug));
  }

  #askSoon(): void {
    this.#dueAt ??= Date.now() + ASK_WITHIN_MS;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.#askAgain(), Math.min(ASK_AFTER_MS, this.#dueAt - Date.now()));
  }

  async #askAgain(): Promise<void> {
    this.#dueAt = null;
    try {
      await this.load();
    } catch (error) {
      // The next event, or the next connection, requests the list again; the end of a session is reported by itself.
      if (!(error instanceof MeydanError)) throw error;
    }
  }

  #show(rooms: readonly RoomListRow[]): void {
    this.all = rooms;
    this.emit('change', rooms);
  }
}
