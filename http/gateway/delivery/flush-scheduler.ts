/**
 * Decides when outboxes are flushed. Frames that become ready while the process reads and decides wait for the next
 * round. A round starts as soon as the current work is done: an idle server adds no delay, a busy one sends more per
 * write.
 */
import type { Env } from '../gateway-deps.js';
import type { Outbox } from './outbox.js';

/** Frames for many subscriptions, put into their outboxes when a round begins. */
export interface Batch {
  fill(): void;
}

/** Connections that are flushed before the event loop continues. */
const OUTBOXES_PER_SLICE = 256;
/** Answers pass a round under way when it has this many times as many writes before it. */
const URGENT_SHARE = 16;

export class FlushScheduler {
  readonly #env: Pick<Env, 'soon'>;
  /** Called for each connection that has unsent bytes after a flush. */
  readonly #onUnsent: (outbox: Outbox) => void;
  #batches: Batch[] = [];
  #next: Outbox[] = [];
  #current: Outbox[] = [];
  #at = 0;
  #isScheduled = false;

  constructor(env: Pick<Env, 'soon'>, onUnsent: (outbox: Outbox) => void) {
    this.#env = env;
    this.#onUnsent = onUnsent;
  }

  scheduleBatch(batch: Batch): void {
    this.#batches.push(batch);
    this.#schedule();
  }

  scheduleOutbox(outbox: Outbox): void {
    this.#next.push(outbox);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#env.soon(this.#run);
  }

  readonly #run = (): void => {
    this.#isScheduled = false;
    if (this.#at === this.#current.length) this.#begin();
    else this.#writeUrgent();
    this.#writeSlice();
    if (this.#at < this.#current.length) this.#schedule();
    else this.#end();
  };

  #begin(): void {
    const batches = this.#batches;
    this.#batches = [];
    for (const batch of batches) batch.fill();
    this.#current = this.#next;
    this.#next = [];
    this.#at = 0;
  }

  /** A few answers do not wait for a thousand deliveries; many would only be written twice. */
  #writeUrgent(): void {
    if (this.#next.length * URGENT_SHARE > this.#current.length - this.#at) return;
    const urgent = this.#next;
    this.#next = [];
    for (const outbox of urgent) this.#write(outbox);
  }

  #writeSlice(): void {
    const end = Math.min(this.#at + OUTBOXES_PER_SLICE, this.#current.length);
    while (this.#at < end) this.#write(this.#current[this.#at++] as Outbox);
  }

  #write(outbox: Outbox): void {
    if (outbox.flush()) this.#onUnsent(outbox);
  }

  #end(): void {
    this.#current = [];
    this.#at = 0;
    if (this.#batches.length > 0 || this.#next.length > 0) this.#schedule();
  }
}
