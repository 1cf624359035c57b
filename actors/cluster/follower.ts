/** One actor's stream as this node hears it, without a hole, whoever owns it and however often that changes. */

export interface Numbered {
  seq: number;
  /** Tells only that the actor is there: the item of this seq itself may not have been told to anybody. */
  isPlace?: true;
}

/** Where a stream comes from at the moment. */
export interface Source {
  /** Token of the node that tells it. */
  from: string;
  /** No more of it. */
  stop(): void;
  /** Where the stream begins: everything later comes. */
  seq: number;
}

export interface FollowerOptions<Item extends Numbered> {
  /** Begins to tell everything after `after` (null: from now on) to `hear`; null when nobody can at the moment. */
  connect(after: number | null, hear: (item: Item) => void): Promise<Source | null>;
  /** Asks to be connected again, after a moment. */
  later(run: () => void): void;
  onTrouble: (what: string, error?: unknown) => void;
}

export class Follower<Item extends Numbered> {
  readonly #options: FollowerOptions<Item>;
  readonly #listeners = new Set<(item: Item) => void>();
  readonly #waiting: (() => void)[] = [];
  #source: Source | null = null;
  #lastSeq: number | null = null;
  /** Grows with every attempt, so that what an earlier one began is not taken for the present one's. */
  #attempt = 0;
  #isConnecting = false;
  #early: Item[] = [];

  constructor(options: FollowerOptions<Item>) {
    this.#options = options;
    this.connect();
  }

  get lastSeq(): number | null {
    return this.#lastSeq;
  }

  /** Who tells it; null while nobody does. */
  get from(): string | null {
    return this.#source?.from ?? null;
  }

  get isUnused(): boolean {
    return this.#listeners.size === 0;
  }

  add(listener: (item: Item) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once everything that comes from now on will be heard. */
  ready(): Promise<void> {
    if (this.#source) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** From the last place heard: after a hole, a lost link, another owner. */
  connect(): void {
    if (this.#isConnecting) return;
    this.#source?.stop();
    this.#source = null;
    this.#isConnecting = true;
    this.#early = [];
    void this.#connect();
  }

  stop(): void {
    this.#attempt += 1;
    this.#source?.stop();
    this.#source = null;
    this.#listeners.clear();
  }

  async #connect(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    const hear = (item: Item) => {
      if (attempt === this.#attempt) this.#hear(item);
    };
    const source = await this.#options.connect(this.#lastSeq, hear).catch((error: unknown) => {
      this.#options.onTrouble('a stream could not be followed', error);
      return null;
    });
    if (attempt !== this.#attempt) return source?.stop();
    this.#isConnecting = false;
    if (!source) return this.#options.later(() => attempt === this.#attempt && this.connect());
    this.#source = source;
    this.#lastSeq ??= source.seq;
    for (const item of this.#early.splice(0)) this.#hear(item);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #hear(item: Item): void {
    // Before the place is known where it begins, nothing can be told in order.
    if (this.#lastSeq === null) return void this.#early.push(item);
    if (item.seq <= this.#lastSeq) return;
    if (item.isPlace || item.seq > this.#lastSeq + 1) {
      // While it is being connected the missing ones are on their way.
      if (this.#isConnecting) this.#early.push(item);
      else this.connect();
      return;
    }
    this.#lastSeq = item.seq;
    for (const listener of this.#listeners) listener(item);
  }
}
