/** One process' handle on the documents: the store as actors know it, over a way that may be long, or broken. */
import { type CollectionName, collections, type IndexSpec } from '#src/store/collections.js';
import { getInSteps } from '#src/store/linked-reads.js';
import { rangeOfEach } from '#src/store/range-of-each.js';
import { scanRange } from '#src/store/scan-range.js';
import {
  type AppendResult,
  type Doc,
  documentOf,
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
import { checkEntry, checkIds, checkRange, checkScalars, checkWrite, pointField } from '#src/store/validate.js';
import type { Documents } from './documents.js';

export type StoreOp = 'read' | 'append' | 'write' | 'transaction' | 'now';

/** Chains of steps go side by side, the steps of one in order; a step that says false is the last of its chain. */
export interface Work<T> {
  op: StoreOp;
  chains: (() => boolean)[][];
  result(): T;
}

/** The same request, sent once more, is another work. */
export type MakeWork<T> = () => Work<T>;

export interface StoreChannel {
  carry<T>(make: MakeWork<T>): Promise<T>;
  /** ms since epoch, there. */
  now(): number;
}

/** A store right here that never fails. */
export const directStoreChannel = (now: () => number): StoreChannel => ({
  now,
  async carry(make) {
    const { chains, result } = make();
    for (const chain of chains) for (const step of chain) if (!step()) break;
    return result();
  },
});

export class VirtualStore implements Store {
  readonly engine = 'mongo';
  readonly #documents: Documents;
  readonly #way: StoreChannel;
  #isClosed = false;

  constructor(documents: Documents, way: StoreChannel) {
    this.#documents = documents;
    this.#way = way;
  }

  async get<T extends Doc>(from: CollectionName, id: string): Promise<T | null> {
    checkIds([id]);
    return this.#read(() => this.#documents.get<T>(from, id));
  }

  async getMany<T extends Doc>(from: CollectionName, ids: string[]): Promise<(T | null)[]> {
    checkIds(ids);
    if (ids.length === 0) return [];
    return this.#read(() => this.#documents.points<T>(from, '_id', ids));
  }

  async getManyBy<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): Promise<(T | null)[]> {
    checkScalars(values);
    pointField(from, index);
    if (values.length === 0) return [];
    return this.#read(() => this.#documents.points<T>(from, index, values));
  }

  async range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]> {
    checkRange(from, range);
    return this.#read(() => this.#documents.range<T>(from, range));
  }

  /** One step after the other: others may come in between. */
  getLinked(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]): Promise<LinkedDocs> {
    return getInSteps(this, from, start, steps);
  }

  ranges<T extends Doc>(from: CollectionName, ranges: readonly Range[]): Promise<T[][]> {
    return Promise.all(ranges.map((range) => this.range<T>(from, range)));
  }

  rangeAfterEach<T extends Doc>(from: CollectionName, places: Places): Promise<T[]> {
    return rangeOfEach<T>(this, from, places);
  }

  /** One read after the other: others may come in between, as on a server that keeps no snapshot. */
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
    return scanRange(this, from, scan);
  }

  async count(from: CollectionName, range: Range): Promise<number> {
    checkRange(from, range);
    return this.#read(() => this.#documents.count(from, range));
  }

  /** One entry after the other, up to the first that is refused: others may come in between. */
  async append(entries: (Doc & Record<string, unknown>)[]): Promise<AppendResult> {
    for (const entry of entries) checkEntry(entry);
    if (entries.length === 0) return { appended: 0 };
    const sent = entries.map((entry) => JSON.parse(JSON.stringify(entry)) as typeof entry);
    return this.#carry(() => {
      const result: AppendResult = { appended: 0 };
      const chain = sent.map((entry) => () => {
        const by = this.#documents.insert(entry);
        if (by === null) result.appended += 1;
        else result.refused = { by };
        return by === null;
      });
      return { op: 'append', chains: [chain], result: () => result };
    });
  }

  /** What could get into each other's way goes in order, the rest side by side. */
  async write(writes: Write[]): Promise<boolean[]> {
    for (const write of writes) checkWrite(write);
    const sent = JSON.parse(JSON.stringify(writes)) as Write[];
    return this.#carry(() => this.#workOf(sent));
  }

  #workOf(writes: readonly Write[]): Work<boolean[]> {
    const results: boolean[] = writes.map(() => false);
    const chains = new Map<string, (() => boolean)[]>();
    for (const [at, write] of writes.entries()) {
      const chain = chains.get(laneOf(write)) ?? [];
      chains.set(laneOf(write), chain);
      chain.push(() => {
        results[at] = this.#documents.attempt(write) === 'done';
        return true;
      });
    }
    return { op: 'write', chains: [...chains.values()], result: () => results };
  }

  async transaction(writes: Write[]): Promise<TransactionResult> {
    for (const write of writes) checkWrite(write);
    if (writes.length === 0) return { ok: true };
    const sent = JSON.parse(JSON.stringify(writes)) as Write[];
    return this.#step('transaction', () => this.#documents.transaction(sent));
  }

  async now(): Promise<number> {
    return this.#step('now', () => this.#way.now());
  }

  async ping(): Promise<void> {
    await this.now();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #carry<T>(make: MakeWork<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('it is closed');
    return this.#way.carry(make);
  }

  #read<T>(look: () => T): Promise<T> {
    return this.#step('read', look);
  }

  #step<T>(op: StoreOp, take: () => T): Promise<T> {
    return this.#carry(() => {
      let result!: T;
      const step = () => {
        result = take();
        return true;
      };
      return { op, chains: [[step]], result: () => result };
    });
  }
}

function laneOf(write: Write): string {
  const indexes: IndexSpec[] = Object.values(collections[write.in].indexes);
  if (indexes.some(({ unique }) => unique)) return write.in;
  return documentOf(write);
}
