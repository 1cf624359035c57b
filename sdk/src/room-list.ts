/** The account's rooms with their unread counts. Live events are applied at once, then the list is requested again. */
import { waitMs } from './back-off.js';
import { Emitter } from './emitter.js';
import { isPassing, MeydanError } from './errors.js';
import { endsRow, withChange } from './rows.js';
import type { RoomChange, RoomListRow, Row, ServerEvents } from './wire.js';

const ASK_AFTER_MS = 1500;
/** Events that never pause do not put the request off for longer. */
const ASK_WITHIN_MS = 10_000;
/** A timer takes no delay above about 24 days. */
const MUTE_CHECK_MAX_MS = 86_400_000;

export interface RoomListEvents {
  change: readonly RoomListRow[];
}

type Told = { [N in keyof ServerEvents]: { name: N; payload: ServerEvents[N] } }[keyof ServerEvents];

export class RoomList extends Emitter<RoomListEvents> {
  readonly #ask: () => Promise<{ rooms: RoomListRow[] }>;
  readonly #me: () => string | null;
  readonly #isOnline: () => boolean;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #dueAt: number | null = null;
  /** Requests in a row that got no list. */
  #failures = 0;
  #muteEnd: ReturnType<typeof setTimeout> | undefined;
  #isUsed = false;
  #timesCleared = 0;
  all: readonly RoomListRow[] = [];

  constructor(ask: () => Promise<{ rooms: RoomListRow[] }>, me: () => string | null, isOnline: () => boolean) {
    super();
    this.#ask = ask;
    this.#me = me;
    this.#isOnline = isOnline;
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
    // The list shows an earlier message then, which the client may not hold.
    else if (last && endsRow(change, last.id)) this.#askSoon();
    else if (last) this.#changeLast(slug, last, change);
  }

  /** An edit, a reaction or a vote: the row is shown as it is now. */
  #changeLast(slug: string, last: Row, change: RoomChange): void {
    const [last_message = last] = withChange([last], change);
    if (last_message !== last) this.patch(slug, { last_message });
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
    clearTimeout(this.#muteEnd);
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
    const times = this.#timesCleared;
    try {
      await this.load();
      this.#failures = 0;
    } catch (error) {
      // The end of a session is reported by itself.
      if (!(error instanceof MeydanError)) throw error;
      // Without a connection the next one requests the list. With one there may be no event that would do so.
      if (times === this.#timesCleared && isPassing(error) && this.#isOnline()) this.#askLater(error);
    }
  }

  #askLater(error: MeydanError): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.#askAgain(), waitMs(this.#failures++, error));
  }

  #show(rooms: readonly RoomListRow[]): void {
    this.all = rooms;
    this.#followMutes();
    this.emit('change', rooms);
  }

  /** A mute with an end is over by the clock: the service sends no event then. */
  #followMutes(): void {
    clearTimeout(this.#muteEnd);
    const ends = this.all.flatMap(({ muted_until }) => muted_until ?? []);
    if (ends.length === 0) return;
    const left = Math.min(...ends) - Date.now();
    this.#muteEnd = setTimeout(() => this.#endMutes(), Math.max(0, Math.min(MUTE_CHECK_MAX_MS, left)));
    // A program that has disconnected may end before the mute does.
    (this.#muteEnd as { unref?: () => void }).unref?.();
  }

  #endMutes(): void {
    const now = Date.now();
    const isOver = ({ muted_until }: RoomListRow) => typeof muted_until === 'number' && muted_until <= now;
    this.#show(this.all.map((room) => (isOver(room) ? { ...room, muted: false, muted_until: null } : room)));
  }
}
