/**
 * One actor's stream as this node receives it, without a gap, whichever node owns the actor and however often that
 * changes.
 */

export interface StreamItem {
  seq: number;
  /** Carries a position only: the item of this seq itself may not have been published. */
  isPlace?: true;
}

/** Where a stream comes from at the moment. */
export interface StreamSource {
  /** Token of the publishing node. */
  from: string;
  /** No more of it. */
  stop(): void;
  /** Where the stream begins: everything later comes. */
  seq: number;
}

export interface StreamSubscriptionOptions<Item extends StreamItem> {
  /**
   * Delivers every item after `after` (null: from now on) to `onItem`; null when no node publishes the stream at the
   * moment.
   */
  connect(after: number | null, onItem: (item: Item) => void): Promise<StreamSource | null>;
  /** Schedules another attempt to connect. */
  scheduleReconnect(run: () => void): void;
  onError: (what: string, error?: unknown) => void;
}

export class StreamSubscription<Item extends StreamItem> {
  readonly #options: StreamSubscriptionOptions<Item>;
  readonly #listeners = new Set<(item: Item) => void>();
  readonly #readyWaiters: (() => void)[] = [];
  #source: StreamSource | null = null;
  #lastSeq: number | null = null;
  /** Another one with every attempt, so that events of an earlier attempt are not taken for those of this one. */
  #attempt: object = {};
  #isConnecting = false;
  /** The position from which a gap was asked for last. */
  #filledAt: number | null = null;
  #buffered: Item[] = [];

  constructor(options: StreamSubscriptionOptions<Item>) {
    this.#options = options;
    this.connect();
  }

  get lastSeq(): number | null {
    return this.#lastSeq;
  }

  /** Token of the publishing node; null while not connected. */
  get from(): string | null {
    return this.#source?.from ?? null;
  }

  /** Where it begins is known: every later item will be received. */
  get hasBegun(): boolean {
    return this.#lastSeq !== null;
  }

  get isUnused(): boolean {
    return this.#listeners.size === 0;
  }

  add(listener: (item: Item) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once every later item will be received. */
  ready(): Promise<void> {
    if (this.#source) return Promise.resolve();
    return new Promise((resolve) => this.#readyWaiters.push(resolve));
  }

  /** Reconnects from the last position: after a gap, a lost connection, or a change of owner. */
  connect(): void {
    if (this.#isConnecting) return;
    this.#source?.stop();
    this.#source = null;
    this.#isConnecting = true;
    this.#buffered = [];
    void this.#connect();
  }

  stop(): void {
    this.#attempt = {};
    this.#source?.stop();
    this.#source = null;
    this.#listeners.clear();
  }

  async #connect(): Promise<void> {
    const attempt = {};
    this.#attempt = attempt;
    const onItem = (item: Item) => {
      if (attempt === this.#attempt) this.#onItem(item);
    };
    const source = await this.#options.connect(this.#lastSeq, onItem).catch((error: unknown) => {
      this.#options.onError('stream subscription failed', error);
      return null;
    });
    if (attempt !== this.#attempt) return source?.stop();
    this.#isConnecting = false;
    if (!source) return this.#options.scheduleReconnect(() => attempt === this.#attempt && this.connect());
    this.#source = source;
    this.#lastSeq ??= source.seq;
    for (const item of this.#buffered.splice(0)) this.#onItem(item);
    for (const resolve of this.#readyWaiters.splice(0)) resolve();
  }

  #onItem(item: Item): void {
    // Until the start position is known, items cannot be delivered in order.
    if (this.#lastSeq === null) return void this.#buffered.push(item);
    if (item.seq <= this.#lastSeq) return;
    if (item.isPlace || item.seq > this.#lastSeq + 1) {
      // While connecting, the missing items are on their way.
      if (this.#isConnecting) this.#buffered.push(item);
      else this.#onGap();
      return;
    }
    this.#lastSeq = item.seq;
    for (const listener of this.#listeners) listener(item);
  }

  /**
   * A gap is filled at once. If the publisher could not fill it, as in a damaged log, the next attempt waits: otherwise
   * the two would keep the thread busy for ever.
   */
  #onGap(): void {
    if (!this.#source) return;
    if (this.#filledAt !== this.#lastSeq) {
      this.#filledAt = this.#lastSeq;
      return this.connect();
    }
    this.#options.onError(`stream has a gap after ${this.#lastSeq} that its publisher does not fill`);
    this.#source.stop();
    this.#source = null;
    const attempt = {};
    this.#attempt = attempt;
    this.#options.scheduleReconnect(() => attempt === this.#attempt && this.connect());
  }
}
