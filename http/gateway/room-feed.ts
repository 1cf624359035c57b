import type { Move, RoomItem } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/account.js';
import type { Role, RoomId } from '#src/domain/room.js';
import { permissionsChanged, roomGone } from '#src/protocol/events.js';
import type { RoomActivity } from './activity.js';
import { Channel, deliver } from './channel.js';
import type { Connections } from './connections.js';
import type { Env } from './deps.js';
import { eventFrame } from './frames.js';
import type { Reader } from './reader.js';
import { type Onlookers, RenderedItem } from './rendered-item.js';
import type { Batch, Rounds } from './rounds.js';

/** What every feed of this node shares. */
export interface FeedSurroundings {
  connections: Connections;
  onlookers: Onlookers;
  rounds: Rounds;
  metrics: { flushed(events: number, sockets: number, bytes: number): void };
  env: Pick<Env, 'monotonic' | 'after'>;
}

/**
 * A room with this many readers that is told several things at once is told the next ones after a tick: a write costs
 * the same whatever it carries. Smaller rooms, and rooms in which one speaks at a time, never wait.
 */
const CROWD = 64;
const TICK_MS = 5;
/** While the room is being opened, the newest of what is told beside the log. */
const ASIDES_MAX = 8;

/**
 * One room as this node hears it: every durable entry in order, told to the sockets that opened the room, and as
 * activity to the members who are connected here and have not.
 */
export class RoomFeed implements Batch {
  readonly id: RoomId;
  readonly slug: string;
  readonly activity: RoomActivity;
  /** The newest entry heard. */
  lastSeq = 0;
  readonly #around: FeedSurroundings;
  readonly #members: Channel;
  readonly #admins: Channel;
  readonly #held = new Set<Reader>();
  #isQueued = false;
  #notBefore = 0;

  constructor(id: RoomId, slug: string, activity: RoomActivity, around: FeedSurroundings) {
    this.id = id;
    this.slug = slug;
    this.activity = activity;
    this.#around = around;
    this.#members = new Channel(slug);
    this.#admins = new Channel(slug);
  }

  get isUnused(): boolean {
    return this.#held.size + this.#members.readers.size + this.#admins.readers.size + this.activity.watcherCount === 0;
  }

  /** Whoever reads here was told everything up to here; 0 while nothing was heard and nobody reads. */
  get toldUpTo(): number {
    if (this.lastSeq > 0) return this.lastSeq;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { afterSeq } of this.readers()) oldest = Math.min(oldest, afterSeq);
    return Number.isFinite(oldest) ? oldest : 0;
  }

  /** From here on everything waits for this reader, until `release` or `drop`. */
  hold(reader: Reader): void {
    this.fill();
    this.#channel(reader.isAdmin).readers.delete(reader);
    reader.held = [];
    this.#held.add(reader);
  }

  /** The reader holds everything up to `seq`: what came since leaves now, in order; then it is live. */
  release(reader: Reader, seq: number): void {
    this.#held.delete(reader);
    const held = reader.held ?? [];
    reader.held = null;
    reader.afterSeq = seq;
    for (const rendered of held) {
      if (rendered.seq <= seq) continue;
      const move = rendered.moveOf(reader.connection.accountId);
      if (move && !follow(reader, move)) return this.drop(reader);
      deliver(reader, this.slug, rendered.told(reader.isAdmin));
    }
    for (const frame of reader.asides ?? []) reader.connection.push(frame);
    delete reader.asides;
    // The channel may still hold some of what has just been delivered.
    reader.afterSeq = Math.max(seq, this.lastSeq);
    this.#channel(reader.isAdmin).readers.add(reader);
  }

  /** What is no entry of the room: to one account's sockets that have it open, after all that was told before. */
  tellOne(account: AccountId, frame: Buffer): void {
    this.fill();
    for (const connection of this.#around.connections.of(account)) {
      const reader = connection.opened.get(this.id);
      if (reader?.held) reader.asides = [...(reader.asides ?? []), frame].slice(-ASIDES_MAX);
      else if (reader) connection.push(frame);
    }
  }

  drop(reader: Reader): void {
    reader.isGone = true;
    reader.held = null;
    this.#held.delete(reader);
    this.#channel(reader.isAdmin).readers.delete(reader);
    reader.connection.forgetOpened(this.id);
  }

  readonly hear = (item: RoomItem): void => {
    const rendered = new RenderedItem(item, this.#around.onlookers);
    this.lastSeq = item.seq;
    for (const reader of this.#held) reader.held?.push(rendered);
    for (const move of item.moves) this.#apply(move, item.seq);
    if (item.announcements.length > 0) this.#tell(rendered);
    if (item.activity) this.activity.happened(item, item.activity);
    if (item.toMembers) this.#tellMembers(item.toMembers);
    if (item.announcements.some(({ event }) => event.type === 'room:deleted')) this.#end();
  };

  /** What waits goes into the outboxes now, before anything that comes after it. */
  readonly fill = (): void => {
    this.#isQueued = false;
    const { metrics, env } = this.#around;
    const told = Math.max(this.#members.fill(metrics), this.#admins.fill(metrics));
    const readers = this.#members.readers.size + this.#admins.readers.size;
    this.#notBefore = told > 1 && readers >= CROWD ? env.monotonic() + TICK_MS : 0;
  };

  /** Live readers of this room, on this node. */
  *readers(): Iterable<Reader> {
    yield* this.#members.readers;
    yield* this.#admins.readers;
  }

  /** After what was told before it: it goes to sockets, not through a channel. */
  #tellMembers(told: NonNullable<RoomItem['toMembers']>): void {
    this.fill();
    if (told.type === 'room:gone') {
      const frame = eventFrame('room:gone', JSON.stringify(roomGone(this.slug, 'deleted')));
      return this.activity.tellMembers(frame, 'all');
    }
    const changed = permissionsChanged(this.slug, 'member', told.permissions);
    this.activity.tellMembers(eventFrame('permissions:changed', JSON.stringify(changed)), 'plain');
  }

  #tell(rendered: RenderedItem): void {
    if (this.#members.readers.size > 0) this.#members.add(rendered.told(false));
    if (this.#admins.readers.size > 0) this.#admins.add(rendered.told(true));
    if (this.#isQueued) return;
    this.#isQueued = true;
    const { rounds, env } = this.#around;
    const waitMs = this.#notBefore === 0 ? 0 : this.#notBefore - env.monotonic();
    if (waitMs <= 0) rounds.addBatch(this);
    else env.after(waitMs, () => rounds.addBatch(this));
  }

  /** Who came, went or changed sides does so at this entry: everything before it still goes the old way. */
  #apply(move: Move, seq: number): void {
    this.fill();
    for (const connection of this.#around.connections.of(move.account)) {
      const reader = connection.opened.get(this.id);
      // A held reader follows its moves when it is released; a live one was answered with those up to `afterSeq`, and
      // this feed may lag behind that answer.
      if (reader && reader.held === null && seq > reader.afterSeq) this.#move(reader, move);
    }
    this.activity.moved(move, seq);
  }

  #move(reader: Reader, move: Move): void {
    this.#channel(reader.isAdmin).readers.delete(reader);
    if (follow(reader, move)) this.#channel(reader.isAdmin).readers.add(reader);
    else this.drop(reader);
  }

  #end(): void {
    this.fill();
    for (const reader of [...this.readers()]) this.drop(reader);
    this.activity.end();
  }

  #channel(isAdmin: boolean): Channel {
    return isAdmin ? this.#admins : this.#members;
  }
}

/** False when the move takes the reader out of the room. */
function follow(reader: Reader, move: Move): boolean {
  if (move.role === null) return false;
  reader.isAdmin = isAdminRole(move.role);
  reader.historyFrom = move.historyFrom;
  return true;
}

export const isAdminRole = (role: Role): boolean => role !== 'member';
