/** A real store with a hand between it and whoever uses it: calls are watched, held, refused, or lose their answer. */

import type { CollectionName } from '#src/store/collections.js';
import { getInSteps } from '#src/store/linked-reads.js';
import { rangeOfEach } from '#src/store/range-of-each.js';
import {
  type AppendResult,
  type Doc,
  type GuardedDocs,
  type GuardedRange,
  type LinkedDocs,
  type LinkedStart,
  type LinkedStep,
  type Places,
  type Range,
  type Scalar,
  type Scan,
  type Scanned,
  type Store,
  StoreUnavailable,
  type TransactionResult,
  type Write,
} from '#src/store/store.js';

export type StoreCall =
  | { op: 'append'; entries: (Doc & Record<string, unknown>)[] }
  | { op: 'write' | 'transaction'; writes: Write[] }
  | { op: 'get' | 'getMany' | 'getManyBy' | 'range' | 'scan' | 'count'; from: CollectionName };

/** Called before and after the real call. What it throws is thrown; what it awaits is waited for. */
export type Fault = (call: StoreCall, phase: 'before' | 'after') => void | Promise<void>;

export class FaultyStore implements Store {
  readonly engine: Store['engine'];
  readonly #inner: Store;
  /** Every call in the order it came. */
  readonly calls: StoreCall[] = [];
  fault: Fault = () => undefined;

  constructor(inner: Store) {
    this.#inner = inner;
    this.engine = inner.engine;
  }

  get appends(): string[][] {
    return this.calls.flatMap((call) => (call.op === 'append' ? [call.entries.map(({ _id }) => _id)] : []));
  }

  async #through<T>(call: StoreCall, real: () => Promise<T>): Promise<T> {
    this.calls.push(call);
    await this.fault(call, 'before');
    const answer = await real();
    await this.fault(call, 'after');
    return answer;
  }

  get<T extends Doc>(from: CollectionName, id: string): Promise<T | null> {
    return this.#through({ op: 'get', from }, () => this.#inner.get<T>(from, id));
  }
  getMany<T extends Doc>(from: CollectionName, ids: string[]): Promise<(T | null)[]> {
    return this.#through({ op: 'getMany', from }, () => this.#inner.getMany<T>(from, ids));
  }
  getManyBy<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): Promise<(T | null)[]> {
    return this.#through({ op: 'getManyBy', from }, () => this.#inner.getManyBy<T>(from, index, values));
  }
  range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]> {
    return this.#through({ op: 'range', from }, () => this.#inner.range<T>(from, range));
  }
  ranges<T extends Doc>(from: CollectionName, ranges: readonly Range[]): Promise<T[][]> {
    return Promise.all(ranges.map((range) => this.range<T>(from, range)));
  }
  rangeAfterEach<T extends Doc>(from: CollectionName, places: Places): Promise<T[]> {
    return rangeOfEach<T>(this, from, places);
  }
  getLinked(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]): Promise<LinkedDocs> {
    return getInSteps(this, from, start, steps);
  }
  /** As reads of their own, so that what comes in between can be chosen. */
  async getGuarding<T extends Doc>(
    from: CollectionName,
    id: string,
    ranges: readonly GuardedRange[],
  ): Promise<GuardedDocs<T>> {
    const doc = await this.get<T>(from, id);
    const range = ({ in: into, index, limit }: GuardedRange) => this.range(into, { index, prefix: [id], limit });
    return { doc, guarded: await Promise.all(ranges.map(range)) };
  }
  scan<T extends Doc>(from: CollectionName, scan: Scan): Promise<Scanned<T>> {
    return this.#through({ op: 'scan', from }, () => this.#inner.scan<T>(from, scan));
  }
  count(from: CollectionName, range: Range): Promise<number> {
    return this.#through({ op: 'count', from }, () => this.#inner.count(from, range));
  }
  append(entries: (Doc & Record<string, unknown>)[]): Promise<AppendResult> {
    return this.#through({ op: 'append', entries }, () => this.#inner.append(entries));
  }
  write(writes: Write[], how?: { bulk?: true }): Promise<boolean[]> {
    return this.#through({ op: 'write', writes }, () => this.#inner.write(writes, how));
  }
  transaction(writes: Write[]): Promise<TransactionResult> {
    return this.#through({ op: 'transaction', writes }, () => this.#inner.transaction(writes));
  }
  now(): Promise<number> {
    return this.#inner.now();
  }
  ping(): Promise<void> {
    return this.#inner.ping();
  }
  close(): Promise<void> {
    return this.#inner.close();
  }
}

/**
 * The next `times` calls of this kind lose their answer: before the store has seen them, or after it carried them out.
 */
export function dropReplies(op: StoreCall['op'], phase: 'before' | 'after', times = 1): Fault {
  let left = times;
  return (call, at) => {
    if (call.op !== op || at !== phase || left === 0) return;
    left -= 1;
    throw new StoreUnavailable('the answer is lost');
  };
}

/** Calls of one kind wait here until it is opened. */
export class Barrier {
  #open!: () => void;
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });
  /** How many calls have come to it. */
  arrived = 0;

  at(matches: (call: StoreCall) => boolean, phase: 'before' | 'after' = 'before'): Fault {
    return (call, at) => {
      if (at !== phase || !matches(call)) return undefined;
      this.arrived += 1;
      return this.#opened;
    };
  }

  open(): void {
    this.#open();
  }
}

export const isRead = ({ op }: StoreCall): boolean => op !== 'append' && op !== 'write' && op !== 'transaction';

export const isAppend = ({ op }: StoreCall): boolean => op === 'append';
