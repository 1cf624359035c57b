import type { Move, RoomItem } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Role, RoomId } from '#src/domain/rooms/room.js';
import { permissionsChanged, roomGone } from '#src/protocol/socket/events.js';
import type { Connections } from '../connection/connections.js';
import type { RoomSubscription } from '../connection/room-subscription.js';
import type { Batch, FlushScheduler } from '../delivery/flush-scheduler.js';
import type { Env } from '../gateway-deps.js';
import { type RenderContext, RenderedItem } from '../rendering/rendered-item.js';
import { eventFrame } from '../transport/frames.js';
import { Channel, deliver } from './channel.js';
import type { RoomActivity } from './room-activity.js';

/** What every feed of this node shares. */
export interface FeedContext {
  connections: Connections;
  renderContext: RenderContext;
  flushScheduler: FlushScheduler;
  metrics: { flushed(events: number, sockets: number, bytes: number): void };
  env: Pick<Env, 'monotonic' | 'after'>;
}

/**
 * A room with this many readers that is told several things at once is told the next ones after a tick: a write costs
 * the same whatever it carries. Smaller rooms, and rooms in which one speaks at a time, never wait.
 */
const TICK_SUBSCRIBERS_MIN = 64;
const TICK_MS = 5;
/** While the room is being opened, the newest of what is told beside the log. */
const AFTERWARDS_MAX = 8;

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
  readonly #context: FeedContext;
  readonly #members: Channel;
  readonly #admins: Channel;
  readonly #buffering = new Set<RoomSubscription>();
  #isQueued = false;
  #notBefore = 0;

  constructor(id: RoomId, slug: string, activity: RoomActivity, context: FeedContext) {
    this.id = id;
    this.slug = slug;
    this.activity = activity;
    this.#context = context;
    this.#members = new Channel(slug);
    this.#admins = new Channel(slug);
  }

  get isUnused(): boolean {
    return (
      this.#buffering.size +
        this.#members.subscriptions.size +
        this.#admins.subscriptions.size +
        this.activity.watcherCount ===
      0
    );
  }

  /** Whoever reads here was told everything up to here; 0 while nothing was heard and nobody reads. */
  get publishedUpTo(): number {
    if (this.lastSeq > 0) return this.lastSeq;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { afterSeq } of this.subscriptions()) oldest = Math.min(oldest, afterSeq);
    return Number.isFinite(oldest) ? oldest : 0;
  }

  /** From here on everything waits for this reader, until `release` or `drop`. */
  hold(subscription: RoomSubscription): void {
    this.fill();
    this.#channel(subscription.isAdmin).subscriptions.delete(subscription);
    subscription.buffered = [];
    this.#buffering.add(subscription);
  }

  /** The reader holds everything up to `seq`: what came since leaves now, in order; then it is live. */
  release(subscription: RoomSubscription, seq: number): void {
    this.#buffering.delete(subscription);
    const buffered = subscription.buffered ?? [];
    subscription.buffered = null;
    subscription.afterSeq = seq;
    for (const rendered of buffered) {
      if (rendered.seq <= seq) continue;
      const move = rendered.moveOf(subscription.connection.accountId);
      if (move && !follow(subscription, move)) return this.drop(subscription);
      deliver(subscription, this.slug, rendered.eventsFor(subscription.isAdmin));
    }
    for (const frame of subscription.afterwards ?? []) subscription.connection.push(frame);
    delete subscription.afterwards;
    // The channel may still hold some of what has just been delivered.
    subscription.afterSeq = Math.max(seq, this.lastSeq);
    this.#channel(subscription.isAdmin).subscriptions.add(subscription);
  }

  /** What is no entry of the room: to one account's sockets that have it open, after all that was told before. */
  sendToAccount(account: AccountId, frame: Buffer): void {
    this.fill();
    for (const connection of this.#context.connections.of(account)) {
      const subscription = connection.opened.get(this.id);
      if (subscription?.buffered)
        subscription.afterwards = [...(subscription.afterwards ?? []), frame].slice(-AFTERWARDS_MAX);
      else if (subscription) connection.push(frame);
    }
  }

  drop(subscription: RoomSubscription): void {
    subscription.isEnded = true;
    subscription.buffered = null;
    this.#buffering.delete(subscription);
    this.#channel(subscription.isAdmin).subscriptions.delete(subscription);
    subscription.connection.forgetOpened(this.id);
  }

  readonly onItem = (item: RoomItem): void => {
    const rendered = new RenderedItem(item, this.#context.renderContext);
    this.lastSeq = item.seq;
    for (const subscription of this.#buffering) subscription.buffered?.push(rendered);
    for (const move of item.moves) this.#apply(move, item.seq);
    if (item.announcements.length > 0) this.#publish(rendered);
    if (item.activity) this.activity.happened(item, item.activity);
    if (item.toMembers) this.#sendToMembers(item.toMembers);
    if (item.announcements.some(({ event }) => event.type === 'room:deleted')) this.#end();
  };

  /** What waits goes into the outboxes now, before anything that comes after it. */
  readonly fill = (): void => {
    this.#isQueued = false;
    const { metrics, env } = this.#context;
    const told = Math.max(this.#members.fill(metrics), this.#admins.fill(metrics));
    const readers = this.#members.subscriptions.size + this.#admins.subscriptions.size;
    this.#notBefore = told > 1 && readers >= TICK_SUBSCRIBERS_MIN ? env.monotonic() + TICK_MS : 0;
  };

  /** Live readers of this room, on this node. */
  *subscriptions(): Iterable<RoomSubscription> {
    yield* this.#members.subscriptions;
    yield* this.#admins.subscriptions;
  }

  /** After what was told before it: it goes to sockets, not through a channel. */
  #sendToMembers(told: NonNullable<RoomItem['toMembers']>): void {
    this.fill();
    if (told.type === 'room:gone') {
      const frame = eventFrame('room:gone', JSON.stringify(roomGone(this.slug, 'deleted')));
      return this.activity.sendToMembers(frame, 'all');
    }
    const changed = permissionsChanged(this.slug, 'member', told.permissions);
    this.activity.sendToMembers(eventFrame('permissions:changed', JSON.stringify(changed)), 'plain');
  }

  #publish(rendered: RenderedItem): void {
    if (this.#members.subscriptions.size > 0) this.#members.add(rendered.eventsFor(false));
    if (this.#admins.subscriptions.size > 0) this.#admins.add(rendered.eventsFor(true));
    if (this.#isQueued) return;
    this.#isQueued = true;
    const { flushScheduler, env } = this.#context;
    const waitMs = this.#notBefore === 0 ? 0 : this.#notBefore - env.monotonic();
    if (waitMs <= 0) flushScheduler.scheduleBatch(this);
    else env.after(waitMs, () => flushScheduler.scheduleBatch(this));
  }

  /** Who came, went or changed sides does so at this entry: everything before it still goes the old way. */
  #apply(move: Move, seq: number): void {
    this.fill();
    for (const connection of this.#context.connections.of(move.account)) {
      const subscription = connection.opened.get(this.id);
      // A held reader follows its moves when it is released; a live one was answered with those up to `afterSeq`, and
      // this feed may lag behind that answer.
      if (subscription && subscription.buffered === null && seq > subscription.afterSeq) this.#move(subscription, move);
    }
    this.activity.moved(move, seq);
  }

  #move(subscription: RoomSubscription, move: Move): void {
    this.#channel(subscription.isAdmin).subscriptions.delete(subscription);
    if (follow(subscription, move)) this.#channel(subscription.isAdmin).subscriptions.add(subscription);
    else this.drop(subscription);
  }

  #end(): void {
    this.fill();
    for (const subscription of [...this.subscriptions()]) this.drop(subscription);
    this.activity.end();
  }

  #channel(isAdmin: boolean): Channel {
    return isAdmin ? this.#admins : this.#members;
  }
}

/** False when the move takes the reader out of the room. */
function follow(subscription: RoomSubscription, move: Move): boolean {
  if (move.role === null) return false;
  subscription.isAdmin = isAdminRole(move.role);
  subscription.historyFrom = move.historyFrom;
  return true;
}

export const isAdminRole = (role: Role): boolean => role !== 'member';
