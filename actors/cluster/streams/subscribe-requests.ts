/**
 * Requests for the streams of another node. A node of the previous version refuses those for many at once: it is asked
 * in its own way for each, and hears every position all the time. This file can go with that version.
 */
import type { Env } from '#actors/runtime/env.js';
import { type NodeTransport, RequestFailedThere } from '#src/cluster/node-transport.js';
import type { Coordinator } from '../coordinator.js';
import type { NodeMessage, NodeReply, NodeRequest, StreamPosition } from '../messages.js';
import type { StreamPositions } from './stream-positions.js';
import type { StreamItem } from './stream-subscription.js';

export type AskedStreams = readonly [id: string, after: number | null][];

export interface SubscribeRequestsOptions<Item extends StreamItem> {
  kind: string;
  coordinator: Pick<Coordinator, 'token'>;
  /** Of the streams of this node, and what is missing of them. */
  positions: Pick<StreamPositions<Item>, 'of'>;
  onOwnItem(id: string, item: Item): void;
  transport: Pick<NodeTransport, 'request' | 'send'>;
  env: Pick<Env, 'soon' | 'after'>;
  /** A node of the previous version hears the positions of those that it publishes. */
  subscriptions: { values(): Iterable<{ id: string; from: string | null; lastSeq: number | null }> };
  onError: (what: string, error?: unknown) => void;
}

export interface SubscribeAnswer {
  /** Null at this node, and at one of the previous version. */
  session: number | null;
  positions: readonly StreamPosition[];
}

const SUBSCRIBE_TIMEOUT_MS = 5_000;
const RENEW_INTERVAL_MS = 5_000;
const RENEWALS_PER_MESSAGE_MAX = 2_000;

export class SubscribeRequests<Item extends StreamItem> {
  readonly #options: SubscribeRequestsOptions<Item>;
  /** Tokens of nodes of the previous version. */
  readonly #previous = new Set<string>();
  /** Subscriptions to end, by publisher. */
  readonly #ending = new Map<string, Map<string, () => boolean>>();

  #stopTimer: (() => void) | null = null;

  constructor(options: SubscribeRequestsOptions<Item>) {
    this.#options = options;
  }

  stop(): void {
    this.#stopTimer?.();
  }

  /** Streams without an answer are asked for again. */
  async subscribe(publisher: string, streams: AskedStreams): Promise<SubscribeAnswer> {
    const { coordinator, positions, onOwnItem, onError } = this.#options;
    try {
      if (publisher !== coordinator.token) return await this.#subscribeThere(publisher, streams);
      return { session: null, positions: await positions.of(streams, onOwnItem) };
    } catch (error) {
      onError('stream subscription failed', error);
      return unanswered(streams);
    }
  }

  async #subscribeThere(publisher: string, streams: AskedStreams): Promise<SubscribeAnswer> {
    const { kind } = this.#options;
    if (this.#previous.has(publisher)) return this.#watchEach(publisher, streams);
    try {
      const reply = await this.#request(publisher, {
        type: 'subscribe',
        kind,
        streams: [...streams],
        readsPacked: true,
      });
      if (reply.type === 'subscribed') return reply;
    } catch (error) {
      // Where unknown requests are not expected they fail; elsewhere they are answered with `moved`.
      if (!(error instanceof RequestFailedThere)) return unanswered(streams);
    }
    this.#previous.add(publisher);
    this.#stopTimer ??= this.#options.env.after(RENEW_INTERVAL_MS, () => this.#renewPrevious());
    return this.#watchEach(publisher, streams);
  }

  /** At the end of the round, together, as far as they are still over. A node of the previous version notices by itself. */
  unsubscribe(publisher: string, id: string, isOver: () => boolean): void {
    const ending = this.#ending.get(publisher);
    if (ending) return void ending.set(id, isOver);
    if (this.#previous.has(publisher)) return;
    this.#ending.set(publisher, new Map([[id, isOver]]));
    this.#options.env.soon(() => {
      const ids = [...(this.#ending.get(publisher) ?? [])].filter(([, isSo]) => isSo()).map(([one]) => one);
      this.#ending.delete(publisher);
      if (ids.length > 0) this.#send(publisher, { type: 'unsubscribe', kind: this.#options.kind, ids });
    });
  }

  #renewPrevious(): void {
    const rooms = new Map([...this.#previous].map((token): [string, [string, number][]] => [token, []]));
    for (const { id, from, lastSeq } of this.#options.subscriptions.values()) {
      if (from !== null && lastSeq !== null) rooms.get(from)?.push([id, lastSeq]);
    }
    for (const [token, all] of rooms) {
      if (all.length === 0) this.#previous.delete(token);
      for (let at = 0; at < all.length; at += RENEWALS_PER_MESSAGE_MAX) {
        const some = all.slice(at, at + RENEWALS_PER_MESSAGE_MAX);
        this.#send(token, { type: 'following', kind: this.#options.kind, rooms: some });
      }
    }
    const { env } = this.#options;
    this.#stopTimer = this.#previous.size > 0 ? env.after(RENEW_INTERVAL_MS, () => this.#renewPrevious()) : null;
  }

  async #watchEach(publisher: string, streams: AskedStreams): Promise<SubscribeAnswer> {
    const { kind } = this.#options;
    const watch = async ([id, after]: [string, number | null]): Promise<StreamPosition> => {
      const reply = await this.#request(publisher, { type: 'watch', kind, id, after }).catch(() => null);
      return reply?.type === 'watching' ? reply.seq : 'moved';
    };
    return { session: null, positions: await Promise.all(streams.map(watch)) };
  }

  #request(to: string, request: NodeRequest): Promise<NodeReply> {
    return this.#options.transport.request(to, request, SUBSCRIBE_TIMEOUT_MS) as Promise<NodeReply>;
  }

  #send(to: string, message: NodeMessage): void {
    this.#options.transport.send(to, message);
  }
}

const unanswered = (streams: AskedStreams): SubscribeAnswer => ({
  session: null,
  positions: streams.map(() => 'moved'),
});
