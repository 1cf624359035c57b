/**
 * Nodes of the previous version that subscribe to streams of this node: each stream by itself, with all positions every
 * few seconds. A subscription loads the actor, as it did there. This file can go with that version.
 */
import type { Streams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import type { NodeMessage, NodeReply } from '../messages.js';
import type { ReplayPage } from './stream-positions.js';
import type { StreamItem } from './stream-subscription.js';

export interface PreviousSubscribersOptions<Item> {
  kind: string;
  here: Streams<Item>;
  replay(id: string, after: number | null): Promise<ReplayPage<Item>> | null;
  transport: NodeTransport;
  env: Env;
}

interface Subscriber {
  /** The newest item that was sent, and when. */
  seq: number;
  sentAt: number;
  /** When the subscriber last renewed its subscription. */
  lastSeenAt: number;
  stop(): void;
}

/** A subscriber that does not renew for this long is removed: it is gone, or its unsubscribe was lost. */
const SUBSCRIBER_TIMEOUT_MS = 20_000;
/** An item sent this long ago that has not arrived is lost. */
const DELIVERY_TIMEOUT_MS = 1_000;
const EXPIRY_INTERVAL_MS = 5_000;

export class PreviousSubscribers<Item extends StreamItem> {
  readonly #options: PreviousSubscribersOptions<Item>;
  /** By the token of the subscribing node, then by actor. */
  readonly #subscribers = new Map<string, Map<string, Subscriber>>();
  #stopTimer: () => void;

  constructor(options: PreviousSubscribersOptions<Item>) {
    this.#options = options;
    this.#stopTimer = options.env.after(EXPIRY_INTERVAL_MS, () => this.#expireSubscribers());
  }

  /** Sends the missed items, then the answer, then every later item. */
  async subscribe(from: string, id: string, after: number | null): Promise<NodeReply> {
    const { here } = this.#options;
    this.#unsubscribe(from, id);
    const waiting: Item[] = [];
    let tell = (item: Item): void => void waiting.push(item);
    const stop = here.watch(id, (item) => tell(item));
    const seq = await this.#replay(from, id, after).catch(() => null);
    if (seq === null) {
      stop();
      return { type: 'moved' };
    }
    const { env } = this.#options;
    const subscriber: Subscriber = { seq, sentAt: env.monotonic(), lastSeenAt: env.monotonic(), stop };
    this.#of(from).set(id, subscriber);
    // Later items go behind the answer, which is sent at the end of this round.
    env.soon(() => {
      tell = (item) => this.#publish(from, id, subscriber, item);
      for (const item of waiting) if (item.seq > seq) tell(item);
    });
    return { type: 'watching', seq };
  }

  /** Renews the subscriptions of one node; `rooms` carries the position it has reached in each stream. */
  renew(from: string, rooms: readonly (readonly [id: string, seq: number])[]): void {
    const { env, kind, transport } = this.#options;
    const now = env.monotonic();
    const all = this.#subscribers.get(from);
    const lost = rooms.filter(([id, seq]) => {
      const subscriber = all?.get(id);
      if (!subscriber) return true;
      subscriber.lastSeenAt = now;
      return subscriber.seq > seq && now - subscriber.sentAt > DELIVERY_TIMEOUT_MS;
    });
    if (lost.length > 0)
      transport.send(from, { type: 'unwatched', kind, ids: lost.map(([id]) => id) } satisfies NodeMessage);
  }

  /** These streams are published by another node from now on. */
  evict(isMeant: (id: string) => boolean): void {
    const { kind, transport } = this.#options;
    for (const [from, all] of this.#subscribers) {
      const ids = [...all.keys()].filter(isMeant);
      for (const id of ids) this.#unsubscribe(from, id);
      if (ids.length > 0) transport.send(from, { type: 'unwatched', kind, ids } satisfies NodeMessage);
    }
  }

  stop(): void {
    this.#stopTimer();
    for (const all of this.#subscribers.values()) for (const subscriber of all.values()) subscriber.stop();
    this.#subscribers.clear();
  }

  async #replay(from: string, id: string, after: number | null): Promise<number | null> {
    const { kind, transport, replay } = this.#options;
    for (let place = after; ; ) {
      const page = await replay(id, place);
      if (!page) return null;
      for (const item of page.items) transport.send(from, { type: 'item', kind, id, item } satisfies NodeMessage);
      if (!page.hasMore) return page.seq;
      place = page.seq;
    }
  }

  #publish(from: string, id: string, subscriber: Subscriber, item: Item): void {
    subscriber.seq = Math.max(subscriber.seq, item.seq);
    subscriber.sentAt = this.#options.env.monotonic();
    this.#options.transport.send(from, { type: 'item', kind: this.#options.kind, id, item } satisfies NodeMessage);
  }

  #of(from: string): Map<string, Subscriber> {
    const all = this.#subscribers.get(from) ?? new Map<string, Subscriber>();
    this.#subscribers.set(from, all);
    return all;
  }

  #unsubscribe(from: string, id: string): void {
    this.#subscribers.get(from)?.get(id)?.stop();
    this.#subscribers.get(from)?.delete(id);
    if (this.#subscribers.get(from)?.size === 0) this.#subscribers.delete(from);
  }

  #expireSubscribers(): void {
    const { env } = this.#options;
    const before = env.monotonic() - SUBSCRIBER_TIMEOUT_MS;
    for (const [from, all] of this.#subscribers) {
      for (const [id, { lastSeenAt }] of all) if (lastSeenAt < before) this.#unsubscribe(from, id);
    }
    this.#stopTimer = env.after(EXPIRY_INTERVAL_MS, () => this.#expireSubscribers());
  }
}
