/** The streams of one kind of actor: those that this node publishes, and those that it subscribes to. */
import type { LocalStreams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { slotOf } from '#src/domain/slots.js';
import type { Coordinator } from '../coordinator.js';
import type { NodeMessage, NodeReply, NodeRequest } from '../messages.js';
import { PreviousSubscribers } from './previous-subscribers.js';
import { plainCodec, type StreamCodec } from './stream-codec.js';
import { StreamPositions, type StreamPositionsOptions } from './stream-positions.js';
import { StreamPublisher } from './stream-publisher.js';
import type { StreamItem } from './stream-subscription.js';
import { StreamSubscriptions } from './stream-subscriptions.js';

export interface KindStreamsOptions extends Omit<StreamPositionsOptions<StreamItem>, 'env' | 'takes'> {
  kind: string;
  here: LocalStreams<StreamItem>;
  coordinator: Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>;
  transport: NodeTransport;
  env: Env;
  /** Default: items go as they are. */
  codec?: StreamCodec<StreamItem> | undefined;
  onSent?: ((id: string) => void) | undefined;
}

type StreamRequest = Extract<NodeRequest, { type: 'subscribe' | 'watch' }>;
type StreamMessage = Exclude<NodeMessage, { type: 'tell' | 'left' }>;

export class KindStreams {
  readonly subscriptions: StreamSubscriptions<StreamItem>;
  readonly #takes: (id: string) => boolean;
  readonly #codec: StreamCodec<StreamItem>;
  readonly #positions: StreamPositions<StreamItem>;
  readonly #publisher: StreamPublisher<StreamItem>;
  /** Nodes of the previous version. */
  readonly #previous: PreviousSubscribers<StreamItem>;

  constructor(options: KindStreamsOptions) {
    const { coordinator, codec = plainCodec as StreamCodec<StreamItem> } = options;
    this.#codec = codec;
    this.#takes = (id) => coordinator.takes(slotOf(id));
    this.#positions = new StreamPositions<StreamItem>({ ...options, takes: this.#takes });
    const shared = { ...options, positions: this.#positions };
    this.subscriptions = new StreamSubscriptions<StreamItem>(shared);
    this.#publisher = new StreamPublisher<StreamItem>({ ...shared, textOf: this.subscriptions.textOf });
    this.#previous = new PreviousSubscribers<StreamItem>(options);
  }

  async onRequest(from: string, request: StreamRequest): Promise<NodeReply> {
    if (request.type === 'subscribe') return this.#publisher.subscribe(from, request.streams, request.readsPacked);
    if (!this.#takes(request.id)) return { type: 'moved' };
    return this.#previous.subscribe(from, request.id, request.after);
  }

  onMessage(from: string, message: StreamMessage): void {
    switch (message.type) {
      case 'item':
        return this.subscriptions.onItem(from, message.id, this.#codec.unpack(message.item), message.as);
      case 'ended':
        return this.subscriptions.onEnded(from, message.slot, message.as);
      case 'missed':
        return this.subscriptions.onMissed(from, message.as, message.what);
      case 'received':
        return this.#publisher.received(from, message.as, message.hasGap ?? false);
      case 'unsubscribe':
        return this.#publisher.unsubscribe(from, message.ids);
      case 'following':
        return this.#previous.renew(from, message.rooms);
      case 'unwatched':
        return this.subscriptions.onUnwatched(from, message.ids);
      // A message that only a newer version knows is not carried out.
      default:
        return undefined;
    }
  }

  /** These slots are another node's from now on. */
  evict(slots: readonly number[]): void {
    const meant = new Set(slots);
    this.#publisher.evict(slots);
    this.#previous.evict((id) => meant.has(slotOf(id)));
    this.subscriptions.onEvicted(slots);
  }

  stop(): void {
    for (const part of [this.subscriptions, this.#publisher, this.#previous, this.#positions]) part.stop();
  }
}
