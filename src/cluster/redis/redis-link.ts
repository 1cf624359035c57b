/** Nodes speak over Redis' publish and subscribe: a channel for each life of a node, and one for all. */
import type { Redis } from 'ioredis';
import { type Link, LinkBroken } from '../link.js';
import { Seals } from './sealed.js';

export interface RedisLinkOptions {
  redis: Redis;
  /** A connection that only listens. */
  subscriber: Redis;
  prefix: string;
  /** The first signs, all verify. */
  keys: readonly Uint8Array[];
  env: { now(): number; after(ms: number, run: () => void): () => void };
  /** What could not be opened or handled: forged, too long, a mistake. Never its content. */
  onTrouble: (what: string, error?: unknown) => void;
  metrics?: { linked(direction: 'in' | 'out', bytes: number): void };
}

/** One message at most; a page of the longest messages fits several times. */
const BYTES_MAX = 8 * 1_048_576;
/** Requests without an answer yet. */
const WAITING_MAX = 10_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  stop(): void;
}

type Parcel = ['q', id: number, body: unknown] | ['a', id: number, ok: boolean, body: unknown] | ['m', body: unknown];

export class RedisLink implements Link {
  readonly #options: RedisLinkOptions;
  readonly #seals: Seals;
  readonly #waiting = new Map<number, Waiting>();
  #token = '';
  #asked = 0;
  #answer: (from: string, body: unknown) => Promise<unknown> = () => Promise.reject(new Error('nobody answers here'));
  #hear: (from: string, body: unknown) => void = () => undefined;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#seals = new Seals({ keys: options.keys, now: options.env.now });
    options.subscriber.on('message', (channel: string, message: string) => this.#take(channel, message));
  }

  async listen(token: string): Promise<void> {
    const { subscriber } = this.#options;
    const before = this.#token;
    this.#token = token;
    await subscriber.subscribe(this.#channel(token), this.#channel('*'));
    if (before !== '' && before !== token) await subscriber.unsubscribe(this.#channel(before));
  }

  request(to: string, body: unknown, timeoutMs: number): Promise<unknown> {
    if (this.#waiting.size >= WAITING_MAX) return Promise.reject(new LinkBroken('too many requests are under way'));
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      const stop = this.#options.env.after(timeoutMs, () => this.#fail(id, `no answer within ${timeoutMs} ms`));
      this.#waiting.set(id, { resolve, reject, stop });
      this.#publish(to, ['q', id, body]).catch((error: Error) => this.#fail(id, error.message));
    });
  }

  send(to: string, body: unknown): void {
    this.#publish(to, ['m', body]).catch((error: unknown) => this.#options.onTrouble('not sent', error));
  }

  broadcast(body: unknown): void {
    this.send('*', body);
  }

  answer(handler: (from: string, body: unknown) => Promise<unknown>): void {
    this.#answer = handler;
  }

  hear(handler: (from: string, body: unknown) => void): void {
    this.#hear = handler;
  }

  async close(): Promise<void> {
    for (const id of [...this.#waiting.keys()]) this.#fail(id, 'the link is closed');
    const { subscriber } = this.#options;
    if (subscriber.status === 'ready') await subscriber.unsubscribe(this.#channel(this.#token), this.#channel('*'));
  }

  #channel(to: string): string {
    return `{${this.#options.prefix}}:to:${to}`;
  }

  async #publish(to: string, parcel: Parcel): Promise<void> {
    const { redis, metrics } = this.#options;
    const channel = this.#channel(to);
    const message = this.#seals.seal(channel, this.#token, JSON.stringify(parcel));
    if (message.length > BYTES_MAX) throw new LinkBroken(`a message of ${message.length} characters is too long`);
    metrics?.linked('out', message.length);
    await redis.publish(channel, message);
  }

  #take(channel: string, message: string): void {
    if (channel !== this.#channel(this.#token) && channel !== this.#channel('*')) return;
    this.#options.metrics?.linked('in', message.length);
    const sealed = message.length > BYTES_MAX ? null : this.#seals.open(channel, message);
    if (!sealed) return this.#options.onTrouble('a message between nodes was refused');
    if (sealed.from === this.#token) return;
    try {
      this.#deliver(sealed.from, JSON.parse(sealed.text) as Parcel);
    } catch (error) {
      this.#options.onTrouble('a message between nodes was not understood', error);
    }
  }

  #deliver(from: string, parcel: Parcel): void {
    if (parcel[0] === 'm') return this.#hear(from, parcel[1]);
    if (parcel[0] === 'q') return void this.#respond(from, parcel[1], parcel[2]);
    const [, id, ok, body] = parcel;
    const waiting = this.#waiting.get(id);
    // Its time was over before.
    if (!waiting) return;
    this.#waiting.delete(id);
    waiting.stop();
    if (ok) waiting.resolve(body);
    else waiting.reject(new LinkBroken(String(body)));
  }

  async #respond(from: string, id: number, body: unknown): Promise<void> {
    const { onTrouble } = this.#options;
    const answered = await this.#answer(from, body).then(
      (value): Parcel => ['a', id, true, value],
      (error: unknown): Parcel => {
        onTrouble('a request of another node failed', error);
        return ['a', id, false, 'it failed there'];
      },
    );
    await this.#publish(from, answered).catch((error: unknown) => onTrouble('an answer was not sent', error));
  }

  #fail(id: number, why: string): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.stop();
    waiting?.reject(new LinkBroken(why));
  }
}
