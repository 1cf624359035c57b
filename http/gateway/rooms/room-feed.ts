import type { Move, RoomItem } from '#actors/room/commands.js';
import type { UserEventBus } from '#src/cluster/user-event-bus.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Role, RoomId } from '#src/domain/rooms/room.js';
import type { TraceSpan, Tracing } from '#src/observability/tracing/tracing.js';
import { permissionsChanged, roomGone } from '#src/protocol/socket/events.js';
import type { Connection } from '../connection/connection.js';
import type { Connections } from '../connection/connections.js';
import type { RoomSubscription } from '../connection/room-subscription.js';
import type { Batch, FlushScheduler } from '../delivery/flush-scheduler.js';
import type { Env } from '../gateway-deps.js';
import { type RenderContext, RenderedItem } from '../rendering/rendered-item.js';
import { eventFrame } from '../transport/frames.js';
import { Channel, deliver } from './channel.js';
import type { Departures } from './departures.js';
import type { RoomActivity } from './room-activity.js';

/** The services that all feeds of this node share. */
export interface FeedContext {
  connections: Connections;
  departures: Departures;
  renderContext: RenderContext;
  flushScheduler: FlushScheduler;
  metrics: { flushed(events: number, sockets: number, bytes: number): void };
  env: Pick<Env, 'monotonic' | 'after'>;
  tracing?: Pick<Tracing, 'delivery'> | null | undefined;
  /** Where readers of other nodes are. */
  bus?: Pick<UserEventBus, 'join' | 'leave'> | undefined;
}

/**
 * After a flush of several events, a room with this many subscriptions waits one tick before the next flush: a write
 * costs the same with any number of events. Smaller rooms, and rooms with one event at a time, never wait.
 */
const TICK_SUBSCRIBERS_MIN = 64;
const TICK_MS = 5;
/** The newest events beside the log that are kept while the room is being opened. */
const AFTERWARDS_MAX = 8;

/**
 * The feed of one room on this node. It publishes every durable entry, in order, to the sockets that opened the room,
 * and activity to the connected members who have not opened it.
 */
export class RoomFeed implements Batch {
  readonly id: RoomId;
  readonly slug: string;
  readonly activity: RoomActivity;
  /** The seq of the newest entry received. */
  lastSeq = 0;
  /** Where the room was before its members were read; 0 when nobody had to ask. */
  membersAsOf = 0;
  readonly #context: FeedContext;
  readonly #members: Channel;
  readonly #admins: Channel;
  readonly #buffering = new Set<RoomSubscription>();
  #isQueued = false;
  #notBefore = 0;
  /** Of the events that wait for the flush; null while none of them is recorded. */
  #deliveries: TraceSpan[] | null = null;

  constructor(id: RoomId, slug: string, activity: RoomActivity, context: FeedContext) {
    this.id = id;
    this.slug = slug;
    this.activity = activity;
    this.#context = context;
    this.#members = new Channel(slug);
    this.#admins = new Channel(slug);
  }

  get isUnused(): boolean {
    return !this.hasReaders && this.activity.watcherCount === 0;
  }

  get hasReaders(): boolean {
    return this.#buffering.size + this.#members.subscriptions.size + this.#admins.subscriptions.size > 0;
  }

  /**
   * Every entry up to this seq has been published here, or was known when the members were read; 0 while there is
   * neither.
   */
  get publishedUpTo(): number {
    if (this.lastSeq > 0) return this.lastSeq;
    let oldest = this.membersAsOf || Number.POSITIVE_INFINITY;
    for (const { afterSeq } of this.subscriptions()) oldest = Math.min(oldest, afterSeq);
    return Number.isFinite(oldest) ? oldest : 0;
  }

  /** From here on everything waits for this reader, until `release` or `drop`. */
  hold(subscription: RoomSubscription): void {
    this.fill();
    if (!this.hasReaders) void this.#context.bus?.join(`room:${this.id}`);
    this.#channel(subscription.isAdmin).subscriptions.delete(subscription);
    subscription.buffered = [];
    this.#buffering.add(subscription);
  }

  /** The reader holds everything up to `seq`: later events leave now, in order; then it is live. */
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
    // The channel may still hold events that have just been delivered.
    subscription.afterSeq = Math.max(seq, this.lastSeq);
    this.#channel(subscription.isAdmin).subscriptions.add(subscription);
  }

  /**
   * Sends an event that is no log entry to the sockets of one account that have the room open, after all earlier
   * events.
   */
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
    if (!this.hasReaders) void this.#context.bus?.leave(`room:${this.id}`);
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

  /** Puts the pending events into the outboxes now, before any later event. */
  readonly fill = (): void => {
    this.#isQueued = false;
    const { metrics, env } = this.#context;
    const events = Math.max(this.#members.fill(metrics), this.#admins.fill(metrics));
    const readers = this.#members.subscriptions.size + this.#admins.subscriptions.size;
    this.#endDeliveries(readers);
    this.#notBefore = events > 1 && readers >= TICK_SUBSCRIBERS_MIN ? env.monotonic() + TICK_MS : 0;
  };

  /** Live readers of this room, on this node. */
  *subscriptions(): Iterable<RoomSubscription> {
    yield* this.#members.subscriptions;
    yield* this.#admins.subscriptions;
  }

  /** The event goes to sockets directly, so the channels are flushed first. */
  #sendToMembers(event: NonNullable<RoomItem['toMembers']>): void {
    this.fill();
    if (event.type === 'room:gone') {
      const frame = eventFrame('room:gone', JSON.stringify(roomGone(this.slug, 'deleted')));
      return this.activity.sendToMembers(frame, 'all');
    }
    const changed = permissionsChanged(this.slug, 'member', event.permissions);
    this.activity.sendToMembers(eventFrame('permissions:changed', JSON.stringify(changed)), 'plain');
  }

  #publish(rendered: RenderedItem): void {
    if (this.#members.subscriptions.size > 0) this.#members.add(rendered.eventsFor(false));
    if (this.#admins.subscriptions.size > 0) this.#admins.add(rendered.eventsFor(true));
    if (rendered.item.trace !== undefined) this.#traceDelivery(rendered.item.trace);
    if (this.#isQueued) return;
    this.#isQueued = true;
    const { flushScheduler, env } = this.#context;
    const waitMs = this.#notBefore === 0 ? 0 : this.#notBefore - env.monotonic();
    if (waitMs <= 0) flushScheduler.scheduleBatch(this);
    else env.after(waitMs, () => flushScheduler.scheduleBatch(this));
  }

  #traceDelivery(place: string): void {
    const span = this.#members.subscriptions.size > 0 ? this.#context.tracing?.delivery(place) : undefined;
    if (span) this.#deliveries = [...(this.#deliveries ?? []), span];
  }

  #endDeliveries(readers: number): void {
    for (const span of this.#deliveries ?? []) {
      span.set('meydan.sockets', readers);
      span.end();
    }
    this.#deliveries = null;
  }

  /** Members who join, leave or change sides do so at this entry: earlier events still go the old way. */
  #apply(move: Move, seq: number): void {
    this.fill();
    const readers = [...this.#context.connections.of(move.account)].filter(({ opened }) => opened.has(this.id));
    for (const connection of readers) {
      const subscription = connection.opened.get(this.id);
      // A held reader follows its moves when it is released; a live one was answered with those up to `afterSeq`, and
      // this feed may lag behind that answer.
      if (subscription && subscription.buffered === null && seq > subscription.afterSeq) this.#move(subscription, move);
    }
    this.activity.moved(move, seq);
    this.#tellDeparture(move, readers);
  }

  #tellDeparture({ account, role, reason = 'left' }: Move, readers: Connection[]): void {
    const { departures } = this.#context;
    if (role !== null) return departures.movedIn(account, this.id);
    const departure = { account, room: this.id, slug: this.slug, reason, readers };
    departures.movedOut(departure, () => this.activity.watches(account));
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
