import type { CommandTrace } from './actor-metrics.js';
import type { Answer, Cause, IdempotencyKey } from './client.js';

/** One command on its way through an actor, with the way back to the caller. */
export interface Envelope<Command> {
  readonly command: Command;
  readonly weight: number;
  readonly urgent: boolean;
  /** Monotonic ms after which nobody waits any more. */
  readonly deadline: number;
  /** Decided this many times on a state that proved stale. */
  attempt: number;
  /** Memory has everything that its turn needs, as far as known. */
  ready: boolean;
  /** Rounds of reading for it, and the monotonic ms at which the first one began. */
  rounds: number;
  readingSince: number | null;
  settled: boolean;
  readonly recording?: IdempotencyKey | undefined;
  readonly cause?: Cause | undefined;
  readonly trace?: CommandTrace | undefined;
  settle(answer: Answer<unknown>): void;
}

export interface MailboxBounds {
  messages: number;
  bytes: number;
}

/** 512 messages or 1 MiB, whichever comes first. */
export const defaultBounds: MailboxBounds = { messages: 512, bytes: 1_048_576 };

/** A bounded queue. Its last tenth is kept for moderation and lifecycle, so that a flood cannot lock admins out. */
export class Mailbox<Command> {
  #queue: Envelope<Command>[] = [];
  #bytes = 0;
  readonly #bounds: MailboxBounds;

  constructor(bounds: MailboxBounds = defaultBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#queue.length;
  }

  /** False when there is no room: the sender is told at once, nothing waits without a limit. */
  offer(envelope: Envelope<Command>): boolean {
    const share = envelope.urgent ? 1 : 0.9;
    if (this.#queue.length >= Math.floor(this.#bounds.messages * share)) return false;
    if (this.#queue.length > 0 && this.#bytes + envelope.weight > this.#bounds.bytes * share) return false;
    this.#queue.push(envelope);
    this.#bytes += envelope.weight;
    return true;
  }

  peek(): Envelope<Command> | undefined {
    return this.#queue[0];
  }

  shift(): Envelope<Command> | undefined {
    const envelope = this.#queue.shift();
    if (envelope) this.#bytes -= envelope.weight;
    return envelope;
  }

  /** Takes one out, mostly the first. */
  remove(envelope: Envelope<Command>): void {
    if (this.#queue[0] === envelope) return void this.shift();
    const at = this.#queue.indexOf(envelope);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    this.#bytes -= envelope.weight;
  }

  /** Commands that have to be decided once more go before those that were never decided. */
  putBack(envelopes: Envelope<Command>[]): void {
    this.#queue.unshift(...envelopes);
    for (const envelope of envelopes) this.#bytes += envelope.weight;
  }

  takeAll(): Envelope<Command>[] {
    const all = this.#queue;
    this.#queue = [];
    this.#bytes = 0;
    return all;
  }

  [Symbol.iterator](): IterableIterator<Envelope<Command>> {
    return this.#queue[Symbol.iterator]();
  }
}
