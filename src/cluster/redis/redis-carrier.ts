/** Carries texts over Redis' publish and subscribe: one channel for each life of a node, and one for all nodes. */
import type { Redis } from 'ioredis';
import type { Carrier } from '../carrier.js';
import { MESSAGE_CHARACTERS_MAX } from '../message-transport.js';
import type { TransportMetrics } from '../transport-metrics.js';
import { MessageSigner } from './signed-messages.js';

export interface RedisCarrierOptions {
  redis: Redis;
  /** A connection for subscriptions only. */
  subscriber: Redis;
  prefix: string;
  /** The first signs, all verify. */
  keys: readonly Uint8Array[];
  env: { now(): number };
  /** Gets messages that could not be verified: forged, or too long. Never their content. */
  onError: (what: string, error?: unknown) => void;
  metrics?: TransportMetrics | undefined;
}

const ALL = '*';

export class RedisCarrier implements Carrier {
  readonly #options: RedisCarrierOptions;
  readonly #signer: MessageSigner;
  #token = '';
  #handler: (from: string, text: string, isToAll: boolean) => void = () => undefined;

  constructor(options: RedisCarrierOptions) {
    this.#options = options;
    this.#signer = new MessageSigner({ keys: options.keys, now: options.env.now });
    options.subscriber.on('message', (channel: string, message: string) => this.#receive(channel, message));
  }

  async listen(token: string): Promise<void> {
    const { subscriber } = this.#options;
    const before = this.#token;
    this.#token = token;
    await subscriber.subscribe(this.#channel(token), this.#channel(ALL));
    if (before !== '' && before !== token) await subscriber.unsubscribe(this.#channel(before));
  }

  async carry(to: string, text: string): Promise<void> {
    const { redis, metrics } = this.#options;
    const channel = this.#channel(to);
    const message = this.#signer.sign(channel, this.#token, text);
    metrics?.linked('out', message.length);
    await redis.publish(channel, message);
  }

  carryToAll(text: string): Promise<void> {
    return this.carry(ALL, text);
  }

  onText(handler: (from: string, text: string, isToAll: boolean) => void): void {
    this.#handler = handler;
  }

  /** Redis does not tell. */
  onLoss(): void {}

  async close(): Promise<void> {
    const { subscriber } = this.#options;
    if (subscriber.status === 'ready') await subscriber.unsubscribe(this.#channel(this.#token), this.#channel(ALL));
  }

  #channel(to: string): string {
    return `{${this.#options.prefix}}:to:${to}`;
  }

  #receive(channel: string, message: string): void {
    const isToAll = channel === this.#channel(ALL);
    if (!isToAll && channel !== this.#channel(this.#token)) return;
    this.#options.metrics?.linked('in', message.length);
    const isTooLong = message.length > 2 * MESSAGE_CHARACTERS_MAX;
    const verified = isTooLong ? null : this.#signer.verify(channel, message);
    if (!verified) return this.#options.onError('node message rejected');
    if (verified.from !== this.#token) this.#handler(verified.from, verified.text, isToAll);
  }
}
