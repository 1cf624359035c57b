/**
 * One actor's stream as this node receives it, without a gap, whichever node owns the actor and however often that
 * changes. There is one for each room of each connected person, so it holds little.
 */
import type { StreamListener } from '#actors/runtime/client.js';
import type { StreamPosition } from '../messages.js';
import { StreamConnection } from './stream-connections.js';

export interface StreamItem {
  seq: number;
  /** Carries a position only: the item of this seq itself may not have been published. */
  isPlace?: true;
}

/** One request to the publisher. Another object with every attempt, so that late answers are not taken for later ones. */
export interface SubscribeAttempt<Item> {
  /** Token of the asked node. */
  readonly to: string;
  /** Items that others come before. */
  readonly buffered: Item[];
}

export class StreamSubscription<Item extends StreamItem> {
  readonly id: string;
  #connection: StreamConnection | null = null;
  #listeners: StreamListener<Item> | readonly StreamListener<Item>[] = [];
  #lastSeq: number | null = null;
  #attempt: SubscribeAttempt<Item> | null = null;
  /** The position from which a gap was asked for last. */
  #filledAt: number | null = null;

  constructor(id: string) {
    this.id = id;
  }

  /** Token of the publishing node; null while not connected. */
  get from(): string | null {
    return this.#connection && !this.#connection.isOver ? this.#connection.from : null;
  }

  /** Null while nobody had to know where the stream is. */
  get lastSeq(): number | null {
    return this.#lastSeq;
  }

  get attempt(): SubscribeAttempt<Item> | null {
    return this.#attempt;
  }

  /** A listener has a position of its own: somebody reads here. */
  get isAwaited(): boolean {
    return this.#heardElsewhere() !== null;
  }

  get isUnused(): boolean {
    return typeof this.#listeners !== 'function' && this.#listeners.length === 0;
  }

  add(listener: StreamListener<Item>): void {
    const others = this.#all().filter((one) => one !== listener);
    this.#listeners = others.length === 0 ? listener : [...others, listener];
  }

  remove(listener: StreamListener<Item>): void {
    const others = this.#all().filter((one) => one !== listener);
    this.#listeners = others.length === 1 ? (others[0] as StreamListener<Item>) : others;
  }

  /** Asks from the position that this returns: of the stream, or else of a listener. */
  begin(attempt: SubscribeAttempt<Item>): number | null {
    this.#connection = null;
    this.#attempt = attempt;
    this.#lastSeq ??= this.#heardElsewhere();
    return this.#lastSeq;
  }

  /** The attempt, or the connection, has failed: nothing is received until the next attempt. */
  disconnect(): void {
    this.#connection = null;
    this.#attempt = null;
  }

  /** Everything up to the position has come, and everything later will. Returns whether something is missing. */
  connected(position: Exclude<StreamPosition, 'moved'>, connection?: StreamConnection): boolean {
    const attempt = this.#attempt as SubscribeAttempt<Item>;
    this.#attempt = null;
    this.#connection = connection ?? new StreamConnection(attempt.to);
    this.#lastSeq ??= position;
    let hasGap = false;
    for (const item of attempt.buffered) hasGap = this.take(item) || hasGap;
    return hasGap || (position !== null && (this.#lastSeq ?? 0) < position);
  }

  /** Returns whether items before this one are missing, which is not delivered then. */
  take(item: Item): boolean {
    this.#lastSeq ??= this.#heardElsewhere() ?? (item.isPlace ? item.seq : item.seq - 1);
    if (item.seq <= this.#lastSeq) return false;
    if (item.isPlace || item.seq > this.#lastSeq + 1) {
      // While connecting, the missing items are on their way.
      this.#attempt?.buffered.push(item);
      return this.#attempt === null;
    }
    this.#lastSeq = item.seq;
    for (const listener of this.#all()) listener(item);
    return false;
  }

  /**
   * Whether a gap is asked for at once. If the publisher could not fill it, as in a damaged log, the next attempt waits:
   * otherwise the two would keep the thread busy for ever.
   */
  fillsGap(): boolean {
    const isFirst = this.#filledAt !== this.#lastSeq;
    this.#filledAt = this.#lastSeq;
    return isFirst;
  }

  /** The least that listeners have. */
  #heardElsewhere(): number | null {
    let least: number | null = null;
    for (const listener of this.#all()) {
      const position = listener.positionIn?.(this.id) ?? null;
      if (position !== null) least = Math.min(position, least ?? position);
    }
    return least;
  }

  #all(): readonly StreamListener<Item>[] {
    return typeof this.#listeners === 'function' ? [this.#listeners] : this.#listeners;
  }
}
