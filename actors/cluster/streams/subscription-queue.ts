/**
 * The order in which streams are subscribed to. After the loss of a node there are hundreds of thousands at once: they go
 * in batches, with few under way, those that somebody waits for first.
 */
import type { Env } from '#actors/runtime/env.js';

export interface SubscriptionQueueOptions {
  env: Pick<Env, 'soon' | 'after' | 'random'>;
  /** The ids of a slot that are to be subscribed to, as things are then; and those of them that somebody waits for. */
  inSlot(slot: number): string[];
  awaitedIn(slot: number): string[];
  /** Settles once the batch is answered. */
  subscribe(ids: string[]): Promise<void>;
}

export const SUBSCRIBE_BATCH_MAX = 256;
/** Subscriptions under way: so many of those that somebody waits for, and as many others. */
export const SUBSCRIBING_MAX = 1_024;
const SLOTS_PER_ROUND = 32;
const RETRY_DELAY_MS = 100;
/** All nodes learn of a move at once; they begin within this time. */
const SPREAD_MS = 250;

export class SubscriptionQueue {
  readonly #options: SubscriptionQueueOptions;
  readonly #urgent = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #slots = new Set<number>();
  /** Slots that were not yet looked through for what somebody waits for. */
  readonly #unseen = new Set<number>();
  readonly #stops = new Set<() => void>();
  readonly #underWay = { urgent: 0, others: 0 };
  #isScheduled = false;
  #isStopped = false;

  constructor(options: SubscriptionQueueOptions) {
    this.#options = options;
  }

  add(id: string): void {
    if (!this.#urgent.has(id)) this.#waiting.add(id);
    this.#schedule();
  }

  /** Before all others. */
  addUrgent(id: string): void {
    this.#toUrgent(id);
    this.#schedule();
  }

  /** All of these slots: what somebody waits for at once, the rest spread over a moment. */
  addSlots(slots: readonly number[]): void {
    if (slots.length === 0) return;
    for (const slot of slots) this.#unseen.add(slot);
    this.#schedule();
    this.#after(this.#options.env.random() * SPREAD_MS, () => {
      for (const slot of slots) this.#slots.add(slot);
      this.#schedule();
    });
  }

  /** Nobody could publish them, or did not answer. */
  retry(ids: readonly string[], areUrgent: (id: string) => boolean): void {
    if (ids.length === 0) return;
    this.#after(RETRY_DELAY_MS, () => {
      for (const id of ids) {
        if (areUrgent(id)) this.addUrgent(id);
        else this.add(id);
      }
    });
  }

  delete(id: string): void {
    this.#urgent.delete(id);
    this.#waiting.delete(id);
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }

  #after(ms: number, run: () => void): void {
    if (this.#isStopped) return;
    const stop = this.#options.env.after(ms, () => {
      this.#stops.delete(stop);
      run();
    });
    this.#stops.add(stop);
  }

  /** At the end of this round of work: what it asks for goes together. */
  #schedule(): void {
    if (this.#isScheduled || this.#isStopped) return;
    this.#isScheduled = true;
    this.#options.env.soon(() => {
      this.#isScheduled = false;
      if (!this.#isStopped) this.#run();
    });
  }

  #run(): void {
    this.#lookForAwaited();
    this.#send('urgent', () => takeFrom(this.#urgent));
    if (this.#unseen.size > 0) this.#schedule();
    else this.#send('others', () => this.#next());
  }

  /** A few slots in a round: nothing else waits for it. */
  #lookForAwaited(): void {
    const slots = [...this.#unseen].slice(0, SLOTS_PER_ROUND);
    for (const slot of slots) {
      this.#unseen.delete(slot);
      for (const id of this.#options.awaitedIn(slot)) this.#toUrgent(id);
    }
  }

  #toUrgent(id: string): void {
    this.#waiting.delete(id);
    this.#urgent.add(id);
  }

  #send(which: 'urgent' | 'others', take: () => string[]): void {
    const underWay = this.#underWay;
    while (underWay[which] < SUBSCRIBING_MAX) {
      const ids = take();
      if (ids.length === 0) return;
      underWay[which] += ids.length;
      void this.#options.subscribe(ids).then(() => {
        underWay[which] -= ids.length;
        this.#schedule();
      });
    }
  }

  #next(): string[] {
    for (const slot of this.#slots) {
      if (this.#waiting.size >= SUBSCRIBE_BATCH_MAX) break;
      this.#slots.delete(slot);
      for (const id of this.#options.inSlot(slot)) this.#waiting.add(id);
    }
    return takeFrom(this.#waiting);
  }
}

function takeFrom(ids: Set<string>): string[] {
  const taken: string[] = [];
  for (const id of ids) {
    ids.delete(id);
    taken.push(id);
    if (taken.length === SUBSCRIBE_BATCH_MAX) break;
  }
  return taken;
}
