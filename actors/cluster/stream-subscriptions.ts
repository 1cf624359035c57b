/**
 * The streams of one kind of actor on any node, which gateways watch. A stream of another node is received over the
 * transport; the subscription determines the publishing node and the position.
 */
import type { Streams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import type { Coordinator } from './coordinator.js';
import type { NodeMessage, NodeReply, NodeRequest } from './messages.js';
import { slotOf } from './slots.js';
import { type StreamItem, type StreamSource, StreamSubscription } from './stream-subscription.js';

/** One page of an actor's own stream. */
export interface ReplayPage<Item> {
  items: Item[];
  /** Complete up to here. */
  seq: number;
  hasMore: boolean;
}

export interface StreamSubscriptionsOptions<Item> {
  kind: string;
  /** The streams of actors on this node. */
  here: Streams<Item>;
  /** Asks an actor of this node; null when it is not here. */
  replay(id: string, after: number | null): Promise<ReplayPage<Item>> | null;
  coordinator: Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>;
  transport: NodeTransport;
  env: Env;
  onError: (what: string, error?: unknown) => void;
}

const RECONNECT_DELAY_MS = 100;
const SUBSCRIBE_TIMEOUT_MS = 5_000;
/** How often publishers receive the subscriptions of this node and their positions. */
const RENEW_INTERVAL_MS = 5_000;
const RENEWALS_PER_MESSAGE_MAX = 2_000;

export class StreamSubscriptions<Item extends StreamItem> implements Streams<Item> {
  readonly #options: StreamSubscriptionsOptions<Item>;
  readonly #subscriptions = new Map<string, StreamSubscription<Item>>();
  /** Under which token other nodes know this one. */
  #token: string;
  #stopTimer: () => void;

  constructor(options: StreamSubscriptionsOptions<Item>) {
    this.#options = options;
    this.#token = options.coordinator.token;
    this.#stopTimer = options.env.after(RENEW_INTERVAL_MS, () => this.#renewSubscriptions());
  }

  watch(id: string, listener: (item: Item) => void): () => void {
    const subscription = this.#subscriptions.get(id) ?? this.#open(id);
    const remove = subscription.add(listener);
    return () => {
      remove();
      if (subscription.isUnused && this.#subscriptions.get(id) === subscription) this.#close(id, subscription);
    };
  }

  ready(id: string): Promise<void> {
    return this.#subscriptions.get(id)?.ready() ?? Promise.resolve();
  }

  isReady(id: string): boolean {
    return this.#subscriptions.get(id)?.hasBegun ?? true;
  }

  /** Another node has published an item. */
  onItem(from: string, id: string, item: Item): void {
    const subscription = this.#subscriptions.get(id);
    const remote = subscription && this.#remoteSources.get(subscription);
    if (remote?.from === from) remote.onItem(item);
  }

  /** The publisher has dropped these subscriptions, or an item was lost. */
  onUnsubscribed(from: string, ids: readonly string[]): void {
    for (const id of ids) {
      const subscription = this.#subscriptions.get(id);
      if (subscription?.from === from) subscription.connect();
    }
  }

  /** Slots have moved: streams that another node publishes now are subscribed to there. */
  onOwnersChanged(): void {
    const { token } = this.#options.coordinator;
    // After a change of token, items sent to the earlier token no longer arrive.
    const isReborn = token !== this.#token;
    this.#token = token;
    for (const [id, subscription] of this.#subscriptions) {
      if (subscription.from !== null && (isReborn || subscription.from !== this.#publisherOf(id)))
        subscription.connect();
    }
  }

  stop(): void {
    this.#stopTimer();
    for (const [id, subscription] of this.#subscriptions) this.#close(id, subscription);
  }

  /** The remote source of each subscription: set while it is connected, or connecting, to another node. */
  readonly #remoteSources = new WeakMap<StreamSubscription<Item>, { from: string; onItem(item: Item): void }>();

  #open(id: string): StreamSubscription<Item> {
    const { env, onError } = this.#options;
    const subscription: StreamSubscription<Item> = new StreamSubscription<Item>({
      connect: (after, onItem) => this.#connect(id, after, onItem),
      scheduleReconnect: (run) => void env.after(RECONNECT_DELAY_MS, run),
      onError,
    });
    this.#subscriptions.set(id, subscription);
    return subscription;
  }

  #close(id: string, subscription: StreamSubscription<Item>): void {
    this.#subscriptions.delete(id);
    subscription.stop();
  }

  #publisherOf(id: string): string | null {
    const { coordinator } = this.#options;
    const slot = slotOf(id);
    if (coordinator.takes(slot)) return coordinator.token;
    const owner = coordinator.ownerOf(slot);
    return owner && owner.token !== coordinator.token ? owner.token : null;
  }

  async #connect(id: string, after: number | null, onItem: (item: Item) => void): Promise<StreamSource | null> {
    const publisher = this.#publisherOf(id);
    if (publisher === null) return null;
    const source =
      publisher === this.#options.coordinator.token
        ? await this.#connectHere(id, after, onItem)
        : await this.#connectThere(id, publisher, after, onItem);
    // Slots may have moved meanwhile, or the publisher lives under another token: its items would not be taken for it.
    if (!source || source.from === this.#publisherOf(id)) return source;
    source.stop();
    return null;
  }

  async #connectHere(id: string, after: number | null, onItem: (item: Item) => void): Promise<StreamSource | null> {
    const { here, coordinator } = this.#options;
    const stop = here.watch(id, onItem);
    const seq = await this.#replayHere(id, after, onItem);
    if (seq !== null) return { from: coordinator.token, stop, seq };
    stop();
    return null;
  }

  async #replayHere(id: string, after: number | null, onItem: (item: Item) => void): Promise<number | null> {
    for (let from = after; ; ) {
      const page = await this.#options.replay(id, from);
      if (!page) return null;
      for (const item of page.items) onItem(item);
      if (!page.hasMore) return page.seq;
      from = page.seq;
    }
  }

  async #connectThere(
    id: string,
    publisher: string,
    after: number | null,
    onItem: (item: Item) => void,
  ): Promise<StreamSource | null> {
    const { kind, transport } = this.#options;
    // Items may come before the answer, and only from the one that was asked.
    const subscription = await this.#registered(id);
    if (!subscription) return null;
    const remote = { from: publisher, onItem };
    this.#remoteSources.set(subscription, remote);
    const stop = () => {
      if (this.#remoteSources.get(subscription) === remote) this.#remoteSources.delete(subscription);
    };
    const request: NodeRequest = { type: 'watch', kind, id, after };
    const reply = (await transport
      .request(publisher, request, SUBSCRIBE_TIMEOUT_MS)
      .catch(() => null)) as NodeReply | null;
    if (reply?.type === 'watching') return { from: publisher, stop, seq: reply.seq };
    stop();
    return null;
  }

  /** A subscription connects in its constructor, before it can be found by its id. */
  async #registered(id: string): Promise<StreamSubscription<Item> | undefined> {
    return this.#subscriptions.get(id) ?? (await Promise.resolve().then(() => this.#subscriptions.get(id)));
  }

  /** Publishers expire subscriptions that are not renewed, and detect items that did not arrive. */
  #renewSubscriptions(): void {
    const { kind, transport, env, coordinator } = this.#options;
    const byPublisher = new Map<string, [string, number][]>();
    for (const [id, { from, lastSeq }] of this.#subscriptions) {
      if (from === null || from === coordinator.token || lastSeq === null) continue;
      const rooms = byPublisher.get(from) ?? [];
      byPublisher.set(from, rooms);
      rooms.push([id, lastSeq]);
    }
    for (const [publisher, rooms] of byPublisher) {
      for (let at = 0; at < rooms.length; at += RENEWALS_PER_MESSAGE_MAX) {
        transport.send(publisher, {
          type: 'following',
          kind,
          rooms: rooms.slice(at, at + RENEWALS_PER_MESSAGE_MAX),
        } satisfies NodeMessage);
      }
    }
    this.#stopTimer = env.after(RENEW_INTERVAL_MS, () => this.#renewSubscriptions());
  }
}
