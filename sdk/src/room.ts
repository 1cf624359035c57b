/** An open room: its newest rows, without gaps, and its operations. */
import { Emitter, type Unsubscribe } from './emitter.js';
import { type GoneReason, goneCodeOf, MeydanError } from './errors.js';
import { Follower, type Place } from './log/follower.js';
import { type UnreadCounts, unreadIn } from './log/unread.js';
import type { Outbox } from './outbox.js';
import type { Pending } from './pending-queue.js';
import { endsRow, withChange, withRow } from './rows.js';
import { runCommand, sendText } from './send-text.js';
import { TypingNames, typingHints } from './typing.js';
import type {
  Ack,
  CommandAnswer,
  Draft,
  OpenedRoom,
  OperationName,
  Payload,
  RoomChange,
  RoomEvents,
  Row,
  Sent,
  Room as WireRoom,
} from './wire.js';

const PAGE = 200;

type Role = 'founder' | 'admin' | 'member';

export interface RoomSignals {
  /** Each new row once, in order. The rows of the first page are only in `messages`. */
  message: Row;
  /** Every other change of the room, each once: edits, reactions, members, settings … */
  change: RoomChange;
  /** The held rows have changed. */
  rows: readonly Row[];
  /** The held rows are no longer valid: render `messages` again after the next `synced`. */
  reset: null;
  /** The room is up to date. */
  synced: Place;
  typing: readonly string[];
  unread: { unread: number; unreadMentions: number };
  /** The account is no longer in the room, or the room does not exist. */
  gone: { reason: GoneReason };
}

export interface RoomDeps {
  operate<K extends OperationName>(name: K, payload: Payload<K>): Promise<Ack<K>>;
  hint<K extends OperationName>(name: K, payload: Payload<K>): void;
  isOnline(): boolean;
  /** The epoch of the server's store; null if the server tells none. */
  epoch(): string | null;
  outbox: Outbox;
  me(): { accountId: string; username: string | null };
  closed(): void;
}

export interface RoomOptions {
  /** Start at this position instead of the newest rows. */
  place?: Place | null;
  /** The maximum number of held rows; older rows are dropped. */
  keep?: number;
}

export class Room extends Emitter<RoomSignals> {
  readonly slug: string;
  readonly #deps: RoomDeps;
  readonly #follower: Follower;
  readonly #typing = new TypingNames((names) => this.emit('typing', names));
  #keep: number;
  #isPaused = false;
  #readingSeq = 0;
  /** May be called at every keystroke. */
  readonly setTyping: (on: boolean) => void;
  info: WireRoom | null = null;
  messages: readonly Row[] = [];
  hasOlder = true;
  readSeq = 0;
  unread = 0;
  unreadMentions = 0;

  constructor(slug: string, deps: RoomDeps, { place = null, keep = 500 }: RoomOptions = {}) {
    super();
    this.slug = slug;
    this.#deps = deps;
    this.#keep = keep;
    this.setTyping = typingHints((on) => deps.hint('typing', { room: slug, on }));
    this.#follower = new Follower(
      {
        ask: (since) => deps.operate('room:open', { room: slug, ...(since && { ...since, limit: PAGE }) }),
        isOnline: () => this.#isFollowed(),
        epoch: () => deps.epoch(),
        began: (opened) => this.#began(opened),
        page: (opened) => this.#page(opened),
        row: (row) => this.#row(row),
        change: (change) => this.#change(change),
        reset: () => this.#reset(),
        synced: () => this.emit('synced', this.place as Place),
        lost: ({ code }) => this.leave(code),
      },
      place,
    );
  }

  /** The position up to which all rows and changes were emitted. */
  get place(): Place | null {
    return this.#follower.place;
  }

  /** Own messages that are not acknowledged yet, oldest first. */
  get pending(): readonly Pending[] {
    return this.#deps.outbox.items.filter(({ room }) => room === this.slug);
  }

  get typing(): readonly string[] {
    return this.#typing.names;
  }

  /**
   * Catches up, also after a pause. Resolves when no entry is missing; if offline, after the next connection. Rejects if
   * the room is closed before.
   */
  async open(): Promise<void> {
    const stops: Unsubscribe[] = [];
    const settled = new Promise<void>((resolve, reject) => {
      stops.push(this.once('synced', () => resolve()));
      stops.push(
        this.once('gone', ({ reason }) => reject(new MeydanError(goneCodeOf(reason), `${this.slug}: ${reason}`))),
        this.#follower.onEnd(() => reject(new MeydanError('closed', `${this.slug}: the room was closed.`))),
      );
    });
    await Promise.all([settled, this.resume()]).finally(() => stops.forEach((stop) => void stop()));
  }

  sync(): Promise<void> {
    return this.#isFollowed() ? this.#follower.sync() : Promise.resolve();
  }

  /** Keeps the rows and stops following, for a room that is not visible. */
  pause(): void {
    this.#isPaused = true;
    this.#typing.clear();
    // A running page request would open the room at the service again after it was closed.
    void this.#follower.settled().then(() => this.#tellPause());
  }

  /** Requests the missing entries. */
  async resume(): Promise<void> {
    if (this.#isPaused) {
      this.#isPaused = false;
      // Events were ignored during the pause, so the running catch-up may miss them.
      await this.#follower.settled();
    }
    return this.sync();
  }

  /**
   * Shows the message at once in `pending`; resolves when it is durable, also after retries. With a `clientId` of the
   * program the message is stored once even if the program sends it again after a restart. The text is never a command:
   * a text that begins with a slash is sent unchanged.
   */
  send = (said: Draft | string, clientId?: string): Promise<Sent> =>
    sendText(this.#deps.outbox, this.slug, typeof said === 'string' ? { body: said } : said, clientId);

  /** Runs a slash command of the service, such as `/mute @bora 10`; `/help` lists them. */
  command = (line: string, clientId?: string): Promise<CommandAnswer> =>
    runCommand(this.#deps.outbox, this.slug, line, clientId);

  edit = ({ id, rev }: Pick<Row, 'id' | 'rev'>, body: string) =>
    this.#shown(this.#deps.operate('message:edit', { room: this.slug, message_id: id, body, if_rev: rev }));
  remove = (id: string) => this.#shown(this.#deps.operate('message:delete', { room: this.slug, message_id: id }));
  react = (id: string, emoji: string, on = true) =>
    this.#deps.operate('message:react', { room: this.slug, message_id: id, emoji, on });

  /** Marks all messages up to this one as read; without an argument, all messages. */
  async read(seq = this.place?.seq ?? 0): Promise<void> {
    if (seq <= this.readSeq || seq <= this.#readingSeq) return;
    this.#readingSeq = seq;
    try {
      this.#read(await this.#deps.operate('message:read', { room: this.slug, seq }));
    } finally {
      if (this.#readingSeq === seq) this.#readingSeq = 0;
    }
  }

  /** Loads rows before the oldest held one. False if there are no more. */
  async older(limit = 50): Promise<boolean> {
    const before_seq = this.messages[0]?.seq;
    const page = { room: this.slug, limit, ...(before_seq !== undefined && { before_seq }) };
    const meanwhile: RoomChange[] = [];
    const stop = this.on('change', (change) => void meanwhile.push(change));
    const { messages, has_more } = await this.#deps.operate('message:list', page).finally(stop);
    // A reset during the request makes its rows useless.
    if (this.messages[0]?.seq !== before_seq) return this.hasOlder;
    // The person asked for these rows, so the limit grows instead of dropping them.
    this.#keep = Math.max(this.#keep, this.messages.length + messages.length);
    // The service may have read them before a change that found none of them held.
    const rows = meanwhile.reduce(withChange, messages.reduce(withRow, []));
    // Prepended at once, because a sorted insert of each row is slow if very many rows are held.
    this.#show([...rows, ...this.messages], has_more);
    return has_more;
  }

  close(): void {
    this.#follower.close();
    this.#typing.clear();
    if (this.#deps.isOnline()) this.#deps.hint('room:close', { room: this.slug });
    this.#deps.closed();
  }

  take(event: RoomChange): void {
    if (!this.#isPaused) this.#follower.take(event);
  }

  /** The row in an operation's response; it counts as new only when its event arrives. */
  takeAnswer(row: Row): void {
    const isInside = row.seq >= (this.messages[0]?.seq ?? 0) && this.place !== null;
    if (row.deleted_at) this.#countOut(({ id }) => id === row.id);
    if (isInside) this.#show(withRow(this.messages, row));
  }

  takeTyping({ username, account_id, on }: RoomEvents['typing']): void {
    if (!this.#isPaused && account_id !== this.#deps.me().accountId) this.#typing.take(username, on);
  }

  takePermissions({ my_role, my_permissions }: Pick<WireRoom, 'my_permissions'> & { my_role: Role }): void {
    if (!this.info) return;
    const was = this.info.my_role;
    this.info = { ...this.info, my_role, my_permissions };
    // Admins have rows of their own, also earlier ones.
    if (was !== undefined && (was === 'member') !== (my_role === 'member')) void this.#follower.restart();
  }

  leave(reason: GoneReason): void {
    this.emit('gone', { reason });
    this.close();
  }

  #began(opened: OpenedRoom): void {
    this.#show(opened.messages, opened.has_more);
    for (const row of opened.messages) this.#settle(row);
  }

  #page(opened: OpenedRoom): void {
    this.info = opened.room;
    this.#counted(opened);
  }

  #row(row: Row): void {
    this.#show(withRow(this.messages, row));
    this.#settle(row);
    if (row.sender) this.#typing.take(row.sender.username, false);
    // For missed rows the response of the catch-up has the unread counts.
    if (this.#isLive(row)) this.#count([row], 1);
    this.emit('message', row);
  }

  #change(change: RoomChange): void {
    if (change.type === 'room:updated' && this.info) this.info = { ...this.info, ...change.changes };
    if ('member_count' in change && this.info) this.info = { ...this.info, member_count: change.member_count };
    if (this.#isLive(change)) this.#countOut(({ id }) => endsRow(change, id));
    const rows = withChange(this.messages, change);
    if (rows !== this.messages) this.#show(rows);
    this.#pin(change);
    // Another device of the account has read a direct chat.
    if (change.type === 'message:read' && change.account_id === this.#deps.me().accountId)
      this.#read({ read_seq: change.read_seq, unread: this.unread, unread_mentions: this.unreadMentions });
    this.emit('change', change);
    if (change.type === 'room:deleted') this.leave('deleted');
  }

  /** The newest pinned row; null also where it is neither held nor was pinned before: only its id is known then. */
  #pin(change: RoomChange): void {
    if (!this.info) return;
    const was = this.info.pinned ?? null;
    const pins = change.type === 'message:pins' ? change.pins : (this.info.pins ?? []);
    const [kept = null] = was ? withChange([was], change) : [];
    const isHeld = ({ id }: Row) => id === pins[0];
    const pinned = this.messages.find(isHeld) ?? (kept && isHeld(kept) ? kept : null);
    if (pinned !== was || change.type === 'message:pins') this.info = { ...this.info, pins, pinned };
  }

  isSynced = (): boolean => !this.#isPaused && this.#follower.isSynced;
  #isFollowed = (): boolean => !this.#isPaused && this.#deps.isOnline();

  async #tellPause(): Promise<void> {
    if (!this.#isPaused || !this.#deps.isOnline()) return;
    await this.#deps.operate('room:close', { room: this.slug }).catch((error: unknown) => {
      // The room ignores events during a pause, so a failed close does no harm.
      if (!(error instanceof MeydanError)) throw error;
    });
  }

  async #shown<T extends { message: Row }>(answered: Promise<T>): Promise<T> {
    const answer = await answered;
    this.takeAnswer(answer.message);
    return answer;
  }

  #reset(): void {
    this.messages = [];
    this.readSeq = 0;
    this.#countedSeq = 0;
    this.emit('reset', null);
  }

  #countedSeq = 0;
  #isLive = ({ seq }: { seq: number }): boolean => seq > this.#countedSeq;

  #counted(counts: UnreadCounts & { read_seq: number; seq?: number }): void {
    this.#countedSeq = Math.max(this.#countedSeq, counts.seq ?? 0);
    this.readSeq = Math.max(this.readSeq, counts.read_seq);
    this.unread = counts.unread;
    this.unreadMentions = counts.unread_mentions;
    this.emit('unread', this);
  }

  /** The service may have counted before rows that are here, or rows that will arrive: those since the cursor decide. */
  #read(counts: UnreadCounts & { read_seq: number }): void {
    this.readSeq = Math.max(this.readSeq, counts.read_seq);
    const isWhole = !this.hasOlder || (this.messages[0]?.seq ?? Number.POSITIVE_INFINITY) <= this.readSeq;
    const held = this.#unreadIn(this.messages);
    this.#counted(isWhole && held.unread !== counts.unread ? { ...counts, ...held } : counts);
  }

  /** -1 takes the rows out of the counts. */
  #count(rows: readonly Row[], by: 1 | -1): void {
    const { unread, unread_mentions } = this.#unreadIn(rows);
    if (unread === 0) return;
    this.unread = Math.max(0, this.unread + by * unread);
    this.unreadMentions = Math.max(0, this.unreadMentions + by * unread_mentions);
    this.emit('unread', this);
  }

  #countOut = (isEnded: (row: Row) => boolean): void => this.#count(this.messages.filter(isEnded), -1);

  #unreadIn = (rows: readonly Row[]): UnreadCounts => unreadIn(rows, { ...this.#deps.me(), readSeq: this.readSeq });

  /** The row of an own message replaces its acknowledgement. */
  #settle(row: Row): void {
    const isMine = row.sender?.account_id === this.#deps.me().accountId;
    if (isMine && row.client_id) this.#deps.outbox.settle(row.client_id, { message: row, duplicate: false });
  }

  #show(rows: readonly Row[], hasOlder = this.hasOlder): void {
    this.hasOlder = hasOlder || rows.length > this.#keep;
    this.messages = rows.slice(-this.#keep);
    this.emit('rows', this.messages);
  }
}
