/** Nodes speak over Redis' publish and subscribe: a channel for each life of a node, and one for all. */
import type { Redis } from 'ioredis';
import { type Link, LinkBroken } from '../link.js';
import { Seals } from './sealed.js';

/** One message each, with its length in characters. */
export interface LinkMetrics {
  linked(direction: 'in' | 'out', length: number): void;
}

export interface RedisLinkOptions {
  redis: Redis;
  /** A connection that only listens. */
  subscriber: Redis;
  prefix: string;
  /** The first signs, all verify. */
  keys: readonly Uint8Array[];
  env: { now(): number; after(ms: number, run: () => void): () => void; soon(run: () => void): void };
  /** What could not be opened or handled: forged, too long, a mistake. Never its content. */
  onTrouble: (what: string, error?: unknown) => void;
  metrics?: LinkMetrics | undefined;
}

/** One message at most; a page of the longest messages fits several times. */
const BYTES_MAX = 8 * 1_048_576;
/** Requests without an answer yet. */
const WAITING_MAX = 10_000;

interface Waiting {
  to: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
  stop(): void;
}

/** What waits for the end of the round. */
interface Box {
  texts: string[];
  length: number;
  sent: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

type Parcel = ['q', id: number, body: unknown] | ['a', id: number, ok: boolean, body: unknown] | ['m', body: unknown];

export class RedisLink implements Link {
  readonly #options: RedisLinkOptions;
  readonly #seals: Seals;
  readonly #waiting = new Map<number, Waiting>();
  readonly #boxes = new Map<string, Box>();
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
      this.#waiting.set(id, { to, resolve, reject, stop });
      this.#publish(to, ['q', id, body]).catch((error: Error) => this.#fail(id, error.message));
    });
  }

  forget(token: string): void {
    for (const [id, { to }] of this.#waiting) if (to === token) this.#fail(id, 'the node is no more');
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

  /** What is said to one node within one round of work leaves as one message. */
  #publish(to: string, parcel: Parcel): Promise<void> {
    const text = JSON.stringify(parcel);
    if (text.length > BYTES_MAX) {
      return Promise.reject(new LinkBroken(`a message of ${text.length} characters is too long`));
    }
    let box = this.#boxes.get(to);
    if (box && box.length + text.length > BYTES_MAX) {
      this.#post(to, box);
      box = undefined;
    }
    if (!box) {
      box = newBox();
      this.#boxes.set(to, box);
      const opened = box;
      this.#options.env.soon(() => this.#boxes.get(to) === opened && this.#post(to, opened));
    }
    box.texts.push(text);
    box.length += text.length;
    return box.sent;
  }

  #post(to: string, box: Box): void {
    const { redis, metrics } = this.#options;
    this.#boxes.delete(to);
    const channel = this.#channel(to);
    const message = this.#seals.seal(channel, this.#token, `[${box.texts.join()}]`);
    metrics?.linked('out', message.length);
    redis.publish(channel, message).then(() => box.resolve(), box.reject);
  }

  #take(channel: string, message: string): void {
    if (channel !== this.#channel(this.#token) && channel !== this.#channel('*')) return;
    this.#options.metrics?.linked('in', message.length);
    const sealed = message.length > 2 * BYTES_MAX ? null : this.#seals.open(channel, message);
    if (!sealed) return this.#options.onTrouble('a message between nodes was refused');
    if (sealed.from === this.#token) return;
    try {
      for (const parcel of JSON.parse(sealed.text) as Parcel[]) this.#deliver(sealed.from, parcel);
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

function newBox(): Box {
  let resolve: Box['resolve'] = () => undefined;
  let reject: Box['reject'] = () => undefined;
  const sent = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { texts: [], length: 2, sent, resolve, reject };
}
