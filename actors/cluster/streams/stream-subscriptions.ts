/**
 * The streams of one kind of actor on any node, which gateways watch. A stream of another node is received over the
 * transport; the subscription determines the publishing node and the position.
 */
import type { LocalStreams, StreamListener, Streams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { slotOf } from '#src/domain/slots.js';
import type { Coordinator } from '../coordinator.js';
import type { Sent, SentAs, StreamPosition } from '../messages.js';
import { KnownPublishers } from './known-publishers.js';
import { KnownSubscriptions } from './known-subscriptions.js';
import { SlotPublishers } from './slot-publishers.js';
import { allSlots, StreamConnections } from './stream-connections.js';
import type { StreamPositions } from './stream-positions.js';
import type { StreamItem, StreamSubscription, SubscribeAttempt } from './stream-subscription.js';
import { type AskedStreams, SubscribeRequests } from './subscribe-requests.js';
import { SubscriptionQueue } from './subscription-queue.js';

export interface StreamSubscriptionsOptions<Item extends StreamItem> {
  kind: string;
  /** The streams of actors on this node. */
  here: LocalStreams<Item>;
  positions: Pick<StreamPositions<Item>, 'of'>;
  coordinator: Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>;
  transport: NodeTransport;
  env: Env;
  onError: (what: string, error?: unknown) => void;
}

export class StreamSubscriptions<Item extends StreamItem> implements Streams<Item> {
  readonly #options: StreamSubscriptionsOptions<Item>;
  readonly #subscriptions = new KnownSubscriptions<Item>();
  readonly #connections = new StreamConnections();
  /** Those that are being asked for. */
  readonly #underWay = new Set<StreamSubscription<Item>>();
  readonly #queue: SubscriptionQueue;
  readonly #publishers: KnownPublishers;
  readonly #requests: SubscribeRequests<Item>;
  readonly #slots: SlotPublishers;
  readonly #stopHere: () => void;
  /** Under which token other nodes know this one. */
  #token: string;

  constructor(options: StreamSubscriptionsOptions<Item>) {
    const { kind, here, coordinator, transport, env } = options;
    this.#options = options;
    this.#token = coordinator.token;
    this.#slots = new SlotPublishers({ coordinator, env, onOwned: (slots) => this.#queue.addSlots(slots) });
    const inSlot = (slot: number) => this.#movedIn(slot);
    const awaitedIn = (slot: number) => this.#subscriptions.awaitedIn(slot);
    this.#queue = new SubscriptionQueue({ env, inSlot, awaitedIn, subscribe: (ids) => this.#subscribe(ids) });
    this.#publishers = new KnownPublishers({
      kind,
      send: (to, message) => transport.send(to, message),
      onForgotten: (from) => this.#resubscribe(from, allSlots),
      inUse: () => this.#publishersInUse(),
      env,
    });
    const onOwnItem = (id: string, item: Item) => this.#onItem(coordinator.token, id, item);
    this.#requests = new SubscribeRequests<Item>({ ...options, subscriptions: this.#subscriptions, onOwnItem });
    this.#stopHere = here.watchAll(onOwnItem);
  }

  watch(id: string, listener: StreamListener<Item>): () => void {
    const known = this.#subscriptions.get(id);
    const subscription = known ?? this.#subscriptions.add(id);
    subscription.add(listener);
    if (!known) this.#queue.add(id);
    return () => this.unwatch(id, listener);
  }

  /** The text of this id that is kept here, so that nobody has to keep another one. */
  readonly textOf = (id: string): string => this.#subscriptions.get(id)?.id ?? id;

  unwatch(id: string, listener: StreamListener<Item>): void {
    const subscription = this.#subscriptions.get(id);
    subscription?.remove(listener);
    if (subscription?.isUnused) this.#close(subscription);
  }

  /** Resolves once every later item will be received; this stream is subscribed to before others. */
  ready(id: string): Promise<void> {
    const subscription = this.#subscriptions.get(id);
    if (!subscription || this.#isCurrent(subscription)) return Promise.resolve();
    if (subscription.attempt === null) this.#queue.addUrgent(id);
    return this.#subscriptions.ready(id);
  }

  /** Another node has published an item. */
  onItem(from: string, id: string, item: Item, as?: SentAs): void {
    if (as && !this.#publishers.received(from, as)) return;
    if (!this.#subscriptions.get(id)) this.#end(from, id);
    else this.#onItem(from, id, item);
  }

  /** The publisher has given the slot away. */
  onEnded(from: string, slot: number, as: SentAs): void {
    if (this.#publishers.received(from, as)) this.#resubscribe(from, [slot]);
  }

  /** The publisher names what did not arrive; null: it has forgotten everything. */
  onMissed(from: string, as: SentAs, what: readonly Sent[] | null): void {
    const isCurrent = this.#publishers.caughtUp(from, as);
    if (what === null) this.#resubscribe(from, allSlots);
    else if (isCurrent) this.#resubscribe(from, what);
  }

  /** From a publisher of the previous version: these ended, or something is missing. */
  onUnwatched(from: string, ids: readonly string[]): void {
    this.#resubscribe(from, ids);
  }

  /** Slots have moved: streams that another node publishes now are subscribed to there. */
  onOwnersChanged(): void {
    const { token } = this.#options.coordinator;
    // After a change of token, items sent to the earlier token no longer arrive.
    const isReborn = token !== this.#token;
    this.#token = token;
    const moved = this.#slots.moved();
    if (isReborn) {
      this.#publishers.clear();
      this.#connections.endAll();
      for (const subscription of this.#underWay) subscription.disconnect();
    }
    this.#queue.addSlots(this.#subscriptions.inUse(isReborn ? allSlots : moved));
    this.#connections.keep(this.#publishersInUse().add(token));
  }

  /** This node has given these slots away, perhaps for a moment only. */
  onEvicted(slots: readonly number[]): void {
    this.#resubscribe(this.#options.coordinator.token, slots);
  }

  stop(): void {
    this.#stopHere();
    for (const part of [this.#slots, this.#queue, this.#publishers, this.#requests]) part.stop();
  }

  #close(subscription: StreamSubscription<Item>): void {
    const { id, from } = subscription;
    this.#subscriptions.delete(id);
    this.#queue.delete(id);
    this.#subscriptions.settle(id);
    if (from !== null) this.#end(from, id);
  }

  #end(from: string, id: string): void {
    // Somebody may watch it again by the end of the round.
    if (from !== this.#options.coordinator.token)
      this.#requests.unsubscribe(from, id, () => this.#subscriptions.get(id) === undefined);
  }

  #onItem(from: string, id: string, item: Item): void {
    const subscription = this.#subscriptions.get(id);
    if (!subscription || (subscription.from !== from && subscription.attempt?.to !== from)) return;
    if (subscription.take(item)) this.#onGap(subscription);
  }

  #onGap(subscription: StreamSubscription<Item>): void {
    const { id, lastSeq } = subscription;
    subscription.disconnect();
    if (subscription.fillsGap()) return this.#queue.addUrgent(id);
    this.#options.onError(`stream has a gap after ${lastSeq} that its publisher does not fill`);
    this.#queue.retry([id], () => true);
  }

  #isCurrent({ id, from }: StreamSubscription<Item>): boolean {
    return from !== null && from === this.#slots.of(slotOf(id));
  }

  #movedIn(slot: number): string[] {
    const publisher = this.#slots.of(slot);
    if (publisher === null) this.#slots.await(slot);
    return publisher === null ? [] : this.#subscriptions.movedTo(publisher, slot);
  }

  async #subscribe(ids: readonly string[]): Promise<void> {
    const byPublisher = new Map<string, StreamSubscription<Item>[]>();
    for (const id of ids) {
      const subscription = this.#subscriptions.get(id);
      if (!subscription || subscription.attempt) continue;
      // Its publisher had lost the slot for a moment only, and has published it all the time.
      if (this.#isCurrent(subscription)) {
        this.#subscriptions.settle(id);
        continue;
      }
      const publisher = this.#slots.of(slotOf(id));
      const others = publisher === null ? undefined : byPublisher.get(publisher);
      if (publisher === null) this.#slots.await(slotOf(id));
      else if (others) others.push(subscription);
      else byPublisher.set(publisher, [subscription]);
    }
    await Promise.all([...byPublisher].map(([publisher, them]) => this.#subscribeAt(publisher, them)));
  }

  async #subscribeAt(publisher: string, subscriptions: readonly StreamSubscription<Item>[]): Promise<void> {
    const attempt = subscriptions.map((): SubscribeAttempt<Item> => ({ to: publisher, buffered: [] }));
    const streams: AskedStreams = subscriptions.map((one, at) => [
      one.id,
      one.begin(attempt[at] as SubscribeAttempt<Item>),
    ]);
    for (const one of subscriptions) this.#underWay.add(one);
    const { session, positions } = await this.#requests.subscribe(publisher, streams);
    // One that was disconnected meanwhile may be asked for again already.
    const over = subscriptions.filter((one, at) => one.attempt === null || one.attempt === attempt[at]);
    for (const one of over) this.#underWay.delete(one);
    if (session !== null) this.#publishers.answered(publisher, session);
    const failed = subscriptions.filter(
      (one, at) => one.attempt === attempt[at] && !this.#answered(one, positions[at] as StreamPosition),
    );
    this.#queue.retry(
      failed.map(({ id }) => id),
      (id) => this.#subscriptions.isAwaited(id),
    );
  }

  /** False when it is to be asked for again later. */
  #answered(subscription: StreamSubscription<Item>, position: StreamPosition): boolean {
    const { id } = subscription;
    const isOpen = this.#subscriptions.get(id) === subscription;
    // Slots may have moved meanwhile, or the publisher lives under another token: its items would not be taken for it.
    const isMoved = position === 'moved' || subscription.attempt?.to !== this.#slots.of(slotOf(id));
    if (isMoved || !isOpen) {
      if (!isOpen && position !== 'moved') this.#end(subscription.attempt?.to as string, id);
      subscription.disconnect();
      return !isOpen;
    }
    const connection = this.#connections.of(subscription.attempt?.to as string, slotOf(id));
    if (subscription.connected(position, connection)) this.#onGap(subscription);
    else this.#subscriptions.settle(id);
    return true;
  }

  #resubscribe(from: string, what: readonly Sent[]): void {
    const slots = what.filter((one) => typeof one === 'number');
    this.#connections.end(from, slots);
    this.#queue.addSlots(this.#subscriptions.inUse(slots));
    const ids = what.filter((one) => typeof one === 'string');
    for (const subscription of this.#subscriptions.from(from, ids)) {
      subscription.disconnect();
      this.#queue.add(subscription.id);
    }
  }

  #publishersInUse(): Set<string | null> {
    return new Set(this.#subscriptions.inUse(allSlots).map((slot) => this.#slots.of(slot)));
  }
}
