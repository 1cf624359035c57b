/** The channels of Redis that this node wants to hear, and whether it does. */
import type { Redis } from 'ioredis';
import { withTimeout } from '#src/concurrency/with-timeout.js';

export interface JoinedChannelsOptions {
  subscriber: Redis;
  isSharded: boolean;
  onError: (what: string, error?: unknown) => void;
}

const CHANNELS_PER_COMMAND = 1_000;
/** Callers wait no longer: missed events are made up for once the connection is back. */
const WAIT_MAX_MS = 1_000;

/** Changes of one round of work go together. */
interface Round {
  changed: Set<string>;
  done: Promise<void>;
}

export class JoinedChannels {
  readonly #options: JoinedChannelsOptions;
  readonly #wanted = new Set<string>();
  /** The channels asked for in the present connection, and those of them that Redis has confirmed. */
  readonly #asked = new Set<string>();
  readonly #heard = new Set<string>();
  #round: Round | null = null;
  #isClosed = false;

  constructor(options: JoinedChannelsOptions) {
    this.#options = options;
    const { subscriber } = options;
    subscriber.on('close', () => {
      this.#asked.clear();
      this.#heard.clear();
    });
    subscriber.on('ready', () => void this.#send([...this.#wanted]));
  }

  /** Whether Redis counts this node among those that hear the channel. */
  has(channel: string): boolean {
    return this.#heard.has(channel);
  }

  join(channel: string): Promise<void> {
    this.#wanted.add(channel);
    return this.#change(channel);
  }

  leave(channel: string): Promise<void> {
    this.#wanted.delete(channel);
    return this.#change(channel);
  }

  close(): void {
    this.#isClosed = true;
  }

  async #change(channel: string): Promise<void> {
    this.#round ??= this.#newRound();
    this.#round.changed.add(channel);
    await withTimeout(WAIT_MAX_MS, this.#round.done).catch(() => undefined);
  }

  #newRound(): Round {
    const changed = new Set<string>();
    const done = Promise.resolve().then(() => {
      this.#round = null;
      return this.#send([...changed]);
    });
    return { changed, done };
  }

  /** As it is wanted now. A connection that comes back does all of it again. */
  async #send(channels: readonly string[]): Promise<void> {
    if (this.#isClosed || this.#options.subscriber.status !== 'ready') return;
    const joined = channels.filter((channel) => this.#wanted.has(channel) && !this.#asked.has(channel));
    const left = channels.filter((channel) => !this.#wanted.has(channel) && this.#asked.has(channel));
    await Promise.all([
      ...chunksOf(joined).map((some) => this.#subscribe(some)),
      ...chunksOf(left).map((some) => this.#unsubscribe(some)),
    ]);
  }

  async #subscribe(channels: string[]): Promise<void> {
    const { subscriber, isSharded, onError } = this.#options;
    for (const channel of channels) this.#asked.add(channel);
    try {
      await (isSharded ? subscriber.ssubscribe(...channels) : subscriber.subscribe(...channels));
      for (const channel of channels) this.#heard.add(channel);
    } catch (error) {
      for (const channel of channels) this.#asked.delete(channel);
      onError('user events not subscribed to', error);
    }
  }

  async #unsubscribe(channels: string[]): Promise<void> {
    const { subscriber, isSharded, onError } = this.#options;
    for (const channel of channels) this.#asked.delete(channel);
    try {
      await (isSharded ? subscriber.sunsubscribe(...channels) : subscriber.unsubscribe(...channels));
      for (const channel of channels) this.#heard.delete(channel);
    } catch (error) {
      onError('user events not unsubscribed from', error);
    }
  }
}

function chunksOf(channels: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < channels.length; at += CHANNELS_PER_COMMAND) {
    chunks.push(channels.slice(at, at + CHANNELS_PER_COMMAND));
  }
  return chunks;
}
