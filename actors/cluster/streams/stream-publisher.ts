/**
 * Publishes the streams of this node's actors to the nodes that subscribe to them. A subscription loads no actor: until
 * somebody needs the actor, it costs an entry in a table. What is sent to a node is numbered (`subscriber-node.ts`).
 */
import type { LocalStreams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { SLOTS } from '#src/domain/slots.js';
import type { NodeMessage, NodeReply, SentAs } from '../messages.js';
import { BySlot } from './by-slot.js';
import type { StreamCodec } from './stream-codec.js';
import type { StreamPositions } from './stream-positions.js';
import type { StreamItem } from './stream-subscription.js';
import { SubscriberNode } from './subscriber-node.js';

export interface StreamPublisherOptions<Item extends StreamItem> {
  kind: string;
  here: LocalStreams<Item>;
  positions: Pick<StreamPositions<Item>, 'of'>;
  /** Default: items go as they are. */
  codec?: Pick<StreamCodec<Item>, 'pack'> | undefined;
  transport: Pick<NodeTransport, 'send'>;
  env: Env;
  /** An id as this node keeps it already; default: as it came. */
  textOf?: ((id: string) => string) | undefined;
  /** An item was sent to another node. */
  onSent?: ((id: string) => void) | undefined;
}

/** A node that confirms nothing for this long is gone. */
const SUBSCRIBER_TIMEOUT_MS = 20_000;
const EXPIRY_INTERVAL_MS = 5_000;

export class StreamPublisher<Item extends StreamItem> {
  readonly #options: StreamPublisherOptions<Item>;
  readonly #nodes = new Map<string, SubscriberNode>();
  /** The nodes that subscribe to a stream; most streams have one. */
  readonly #subscribers = new BySlot<SubscriberNode | readonly SubscriberNode[]>();
  #sessions = 0;
  readonly #stopPublishing: () => void;
  #stopTimer: () => void;

  constructor(options: StreamPublisherOptions<Item>) {
    this.#options = options;
    this.#stopPublishing = options.here.watchAll((id, item) => this.#publish(id, item));
    this.#stopTimer = options.env.after(EXPIRY_INTERVAL_MS, () => this.#expireNodes());
  }

  /** Every later item is sent from now on. Those that are missing are sent before the answer. */
  async subscribe(
    from: string,
    streams: readonly [id: string, after: number | null][],
    readsPacked = false,
  ): Promise<NodeReply> {
    const node = this.#nodeOf(from);
    node.readsPacked = readsPacked;
    const request = Symbol(from);
    for (const [id] of streams) {
      this.#add(id, node);
      node.asked.set(id, request);
    }
    const found = await this.#options.positions.of(streams, (id, item) => {
      node.publish(id, node.readsPacked ? this.#pack(item) : item);
    });
    const positions = streams.map(([id], at) => {
      const position = this.#nodesOf(id).includes(node) ? (found[at] ?? null) : 'moved';
      // A node that waited in vain for this answer has asked again, and its later request decides.
      const isLatest = node.asked.get(id) === request;
      if (isLatest) node.asked.delete(id);
      if (isLatest && position === 'moved') this.#remove(id, node);
      return position;
    });
    return { type: 'subscribed', session: node.session, positions };
  }

  unsubscribe(from: string, ids: readonly string[]): void {
    const node = this.#nodes.get(from);
    if (node) for (const id of ids) this.#remove(id, node);
  }

  /** A subscribing node confirms the messages that have arrived. */
  received(from: string, as: SentAs, hasGap: boolean): void {
    const { transport, kind } = this.#options;
    const node = this.#nodes.get(from);
    const unknown: NodeMessage = { type: 'missed', kind, as: [0, 0], what: null };
    const missed = node ? node.received(as, hasGap) : unknown;
    if (missed) transport.send(from, missed satisfies NodeMessage);
  }

  /** The streams of these slots are published by other nodes from now on. */
  evict(slots: readonly number[]): void {
    for (const slot of slots) {
      const nodes = new Set([...this.#subscribers.deleteSlot(slot).values()].flat());
      for (const node of nodes) if (!node.isOver) node.end(slot);
    }
  }

  stop(): void {
    this.#stopTimer();
    this.#stopPublishing();
    this.#nodes.clear();
  }

  #publish(id: string, item: Item): void {
    const subscribers = this.#subscribers.get(id);
    if (subscribers === undefined) return;
    const packed = this.#pack(item);
    for (const node of nodesIn(subscribers)) {
      if (node.isOver) this.#remove(id, node);
      else {
        node.publish(id, node.readsPacked ? packed : item);
        this.#options.onSent?.(id);
      }
    }
  }

  #pack(item: Item): unknown {
    return this.#options.codec ? this.#options.codec.pack(item) : item;
  }

  #nodeOf(from: string): SubscriberNode {
    const known = this.#nodes.get(from);
    if (known) return known;
    const { transport, env, kind } = this.#options;
    this.#sessions += 1;
    const send = (message: NodeMessage) => transport.send(from, message);
    const node = new SubscriberNode({ session: this.#sessions, send, env, kind });
    this.#nodes.set(from, node);
    return node;
  }

  #nodesOf(id: string): readonly SubscriberNode[] {
    const subscribers = this.#subscribers.get(id);
    return subscribers === undefined ? [] : nodesIn(subscribers);
  }

  #add(id: string, node: SubscriberNode): void {
    const others = this.#nodesOf(id).filter((one) => one !== node && !one.isOver);
    const { textOf } = this.#options;
    this.#subscribers.set(textOf ? textOf(id) : id, others.length === 0 ? node : [...others, node]);
  }

  #remove(id: string, node: SubscriberNode): void {
    const others = this.#nodesOf(id).filter((one) => one !== node);
    const [only] = others;
    if (only === undefined) this.#subscribers.delete(id);
    else this.#subscribers.set(id, others.length === 1 ? only : others);
  }

  #expireNodes(): void {
    const { env } = this.#options;
    const before = env.monotonic() - SUBSCRIBER_TIMEOUT_MS;
    for (const [token, node] of this.#nodes) {
      if (node.lastSeenAt >= before) continue;
      node.isOver = true;
      this.#nodes.delete(token);
      this.#removeAll(node);
    }
    this.#stopTimer = env.after(EXPIRY_INTERVAL_MS, () => this.#expireNodes());
  }

  /** A slot at a time, so that nothing else waits for it. */
  #removeAll(node: SubscriberNode, slot = 0): void {
    for (const [id, subscribers] of this.#subscribers.in(slot)) {
      if (subscribers === node || nodesIn(subscribers).includes(node)) this.#remove(id, node);
    }
    if (slot + 1 < SLOTS) this.#options.env.soon(() => this.#removeAll(node, slot + 1));
  }
}

const nodesIn = (subscribers: SubscriberNode | readonly SubscriberNode[]): readonly SubscriberNode[] =>
  subscribers instanceof SubscriberNode ? [subscribers] : subscribers;
