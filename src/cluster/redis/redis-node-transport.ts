/** The node transport over Redis' publish and subscribe: one channel for each life of a node, and one for all nodes. */
import type { Redis } from 'ioredis';
import { type NodeTransport, NodeUnreachable, RequestFailedThere } from '../node-transport.js';
import { MessageSigner } from './signed-messages.js';

/** Called for each message, with its length in characters. */
export interface TransportMetrics {
  linked(direction: 'in' | 'out', length: number): void;
}

export interface RedisNodeTransportOptions {
  redis: Redis;
  /** A connection for subscriptions only. */
  subscriber: Redis;
  prefix: string;
  /** The first signs, all verify. */
  keys: readonly Uint8Array[];
  env: { now(): number; after(ms: number, run: () => void): () => void; soon(run: () => void): void };
  /**
   * Gets messages that could not be verified or handled: forged, too long, or a failed handler. Never their content.
   */
  onError: (what: string, error?: unknown) => void;
  metrics?: TransportMetrics | undefined;
}

/** The bound of one message; a page of the longest messages fits several times. */
const MESSAGE_BYTES_MAX = 8 * 1_048_576;
/** Requests without a response. */
const PENDING_REQUESTS_MAX = 10_000;

interface PendingRequest {
  to: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
  stop(): void;
}

/** The messages to one node that wait for the end of the tick. */
interface OutgoingBatch {
  texts: string[];
  length: number;
  sent: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

type NodeMessage =
  | ['q', id: number, body: unknown]
  | ['a', id: number, ok: boolean, body: unknown]
  | ['m', body: unknown];

export class RedisNodeTransport implements NodeTransport {
  readonly #options: RedisNodeTransportOptions;
  readonly #signer: MessageSigner;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #batches = new Map<string, OutgoingBatch>();
  #token = '';
  #lastRequestId = 0;
  #requestHandler: (from: string, body: unknown) => Promise<unknown> = () =>
    Promise.reject(new Error('no request handler'));
  #messageHandler: (from: string, body: unknown) => void = () => undefined;

  constructor(options: RedisNodeTransportOptions) {
    this.#options = options;
    this.#signer = new MessageSigner({ keys: options.keys, now: options.env.now });
    options.subscriber.on('message', (channel: string, message: string) => this.#receive(channel, message));
  }

  async listen(token: string): Promise<void> {
    const { subscriber } = this.#options;
    const before = this.#token;
    this.#token = token;
    await subscriber.subscribe(this.#channel(token), this.#channel('*'));
    if (before !== '' && before !== token) await subscriber.unsubscribe(this.#channel(before));
  }

  request(to: string, body: unknown, timeoutMs: number): Promise<unknown> {
    if (this.#pending.size >= PENDING_REQUESTS_MAX)
      return Promise.reject(new NodeUnreachable('too many requests pending'));
    this.#lastRequestId += 1;
    const id = this.#lastRequestId;
    return new Promise((resolve, reject) => {
      const stop = this.#options.env.after(timeoutMs, () => this.#fail(id, `no answer within ${timeoutMs} ms`));
      this.#pending.set(id, { to, resolve, reject, stop });
      this.#publish(to, ['q', id, body]).catch((error: Error) => this.#fail(id, error.message));
    });
  }

  abandonRequests(token: string): void {
    for (const [id, { to }] of this.#pending) if (to === token) this.#fail(id, 'the node is gone');
  }

  send(to: string, body: unknown): void {
    this.#publish(to, ['m', body]).catch((error: unknown) => this.#options.onError('node message not sent', error));
  }

  broadcast(body: unknown): void {
    this.send('*', body);
  }

  onRequest(handler: (from: string, body: unknown) => Promise<unknown>): void {
    this.#requestHandler = handler;
  }

  onMessage(handler: (from: string, body: unknown) => void): void {
    this.#messageHandler = handler;
  }

  async close(): Promise<void> {
    for (const id of [...this.#pending.keys()]) this.#fail(id, 'the transport is closed');
    const { subscriber } = this.#options;
    if (subscriber.status === 'ready') await subscriber.unsubscribe(this.#channel(this.#token), this.#channel('*'));
  }

  #channel(to: string): string {
    return `{${this.#options.prefix}}:to:${to}`;
  }

  /** Messages to one node within one tick are sent as one. */
  #publish(to: string, message: NodeMessage): Promise<void> {
    const text = JSON.stringify(message);
    if (text.length > MESSAGE_BYTES_MAX) {
      return Promise.reject(new NodeUnreachable(`a message of ${text.length} characters is too long`));
    }
    let batch = this.#batches.get(to);
    if (batch && batch.length + text.length > MESSAGE_BYTES_MAX) {
      this.#flush(to, batch);
      batch = undefined;
    }
    if (!batch) {
      batch = newBatch();
      this.#batches.set(to, batch);
      const opened = batch;
      this.#options.env.soon(() => this.#batches.get(to) === opened && this.#flush(to, opened));
    }
    batch.texts.push(text);
    batch.length += text.length;
    return batch.sent;
  }

  #flush(to: string, batch: OutgoingBatch): void {
    const { redis, metrics } = this.#options;
    this.#batches.delete(to);
    const channel = this.#channel(to);
    const message = this.#signer.sign(channel, this.#token, `[${batch.texts.join()}]`);
    metrics?.linked('out', message.length);
    redis.publish(channel, message).then(() => batch.resolve(), batch.reject);
  }

  #receive(channel: string, message: string): void {
    if (channel !== this.#channel(this.#token) && channel !== this.#channel('*')) return;
    this.#options.metrics?.linked('in', message.length);
    const verified = message.length > 2 * MESSAGE_BYTES_MAX ? null : this.#signer.verify(channel, message);
    if (!verified) return this.#options.onError('node message rejected');
    if (verified.from === this.#token) return;
    try {
      for (const one of JSON.parse(verified.text) as NodeMessage[]) this.#deliver(verified.from, one);
    } catch (error) {
      this.#options.onError('node message malformed', error);
    }
  }

  #deliver(from: string, message: NodeMessage): void {
    if (message[0] === 'm') return this.#messageHandler(from, message[1]);
    if (message[0] === 'q') return void this.#respond(from, message[1], message[2]);
    const [, id, ok, body] = message;
    const waiting = this.#pending.get(id);
    // The request has timed out before.
    if (!waiting) return;
    this.#pending.delete(id);
    waiting.stop();
    if (ok) waiting.resolve(body);
    else waiting.reject(new RequestFailedThere(String(body)));
  }

  async #respond(from: string, id: number, body: unknown): Promise<void> {
    const { onError } = this.#options;
    const answered = await this.#requestHandler(from, body).then(
      (value): NodeMessage => ['a', id, true, value],
      (error: unknown): NodeMessage => {
        onError('node request failed', error);
        return ['a', id, false, 'it failed there'];
      },
    );
    await this.#publish(from, answered).catch((error: unknown) => onError('node response not sent', error));
  }

  #fail(id: number, why: string): void {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    waiting?.stop();
    waiting?.reject(new NodeUnreachable(why));
  }
}

function newBatch(): OutgoingBatch {
  let resolve: OutgoingBatch['resolve'] = () => undefined;
  let reject: OutgoingBatch['reject'] = () => undefined;
  const sent = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { texts: [], length: 2, sent, resolve, reject };
}
