import { existsSync } from 'node:fs';
import type { CollectionName } from '../collections.js';
import { isMigrated, migrate } from '../migrations/migrate.js';
import { PointReads } from '../point-reads.js';
import { rangeOfEach } from '../range-of-each.js';
import { rangeOfScan } from '../scan-range.js';
import type { IndexDifference, OnBuild, SchemaStore } from '../schema/index-builds.js';
import type {
  AppendResult,
  Doc,
  GuardedDocs,
  GuardedRange,
  LinkedDocs,
  LinkedStart,
  LinkedStep,
  OpenReader,
  Places,
  Range,
  Scalar,
  Scan,
  Scanned,
  TransactionResult,
  Write,
} from '../store.js';
import { StoreUnavailable } from '../store.js';
import { checkEntry, checkIds, checkRange, checkScalars, checkWrite, pointField } from '../validate.js';
import { keysOf, packKeys } from './columns.js';
import { docsOf, sentDoc } from './documents.js';
import { holdFolder, storeFileOf } from './folder.js';
import { scannedIn } from './scan.js';
import { type UnfinishedBuild, untilBuilt } from './until-built.js';
import { type LinkListeners, type StoreThread, startThread, WorkerLink } from './worker-link.js';
import type { PackedEntries, WriteStep } from './worker-protocol.js';

export interface EmbeddedSetting {
  /** The data folder. One process at a time may open it; another one gets StoreLocked. */
  dir: string;
  /** The store's thread has ended by itself; every further request is refused. */
  onLost?: (why: string) => void;
  /** Called now and then while indexes are built. */
  onBuild?: OnBuild;
  /** Opens a store that a restore may have filled in part. */
  isRestore?: boolean;
  /** How often deleted rows give their space back; 10 s by default. */
  shrinkEveryMs?: number;
}

/**
 * Opens the store of one node: SQLite in its own thread. New indexes are built while the store serves; a unique index,
 * and an index that a migration may read, is built before.
 */
export async function openEmbeddedStore(setting: EmbeddedSetting): Promise<EmbeddedStore> {
  const { dir, onLost = nothing, onBuild = nothing, isRestore = false, shrinkEveryMs } = setting;
  const file = await holdFolder(dir);
  const mode = isRestore ? 'restore' : 'serve';
  const thread = startThread({ file: file.path, mode, ...(shrinkEveryMs && { shrinkEveryMs }) });
  const store = new EmbeddedStore(file.path, thread, { onLost });
  await file.opened(store.opened);
  try {
    const isWhole = await isMigrated(store);
    await untilBuilt(store, onBuild, ({ indexes, isUnique }) => isUnique || (!isWhole && indexes.length > 0));
    await migrate(store);
  } catch (cause) {
    await store.close();
    throw cause;
  }
  // A store that is closed or lost meanwhile goes on with its builds at the next start.
  untilBuilt(store, onBuild).catch(nothing);
  return store;
}

/** Opens the store for reading, beside the process that has it if there is one. Nothing in it is changed. */
export async function openEmbeddedReader({ dir }: Pick<EmbeddedSetting, 'dir'>): Promise<OpenReader> {
  const file = storeFileOf(dir);
  if (!existsSync(file)) throw new StoreUnavailable(`there is no store in ${dir}`);
  const store = new EmbeddedStore(file, startThread({ file, mode: 'read' }), { onLost: nothing });
  await store.opened;
  return store;
}

/** Opens the store for the command that drops indexes: its schema stays as it is. */
export async function openEmbeddedSchema({ dir }: Pick<EmbeddedSetting, 'dir'>): Promise<SchemaStore> {
  if (!existsSync(storeFileOf(dir))) throw new StoreUnavailable(`there is no store in ${dir}`);
  const file = await holdFolder(dir);
  const store = new EmbeddedStore(file.path, startThread({ file: file.path, mode: 'schema' }), { onLost: nothing });
  await file.opened(store.opened);
  return store;
}

/** The store over a thread that has just been started. */
export class EmbeddedStore implements SchemaStore, OpenReader {
  readonly engine = 'embedded';
  readonly opened: Promise<void>;
  readonly #link: WorkerLink;
  readonly #points: PointReads;
  #closing: Promise<void> | undefined;

  constructor(file: string, thread: StoreThread, listeners: Omit<LinkListeners, 'gather'>) {
    this.#link = new WorkerLink(file, thread, { ...listeners, gather: () => this.#points.flush() });
    this.#points = new PointReads(
      async (from, index, values) =>
        docsOf(from, await this.#link.request({ op: 'points', from, field: pointField(from, index), values })),
      () => this.#link.schedule(),
    );
    this.opened = this.#link.opened;
  }

  async get<T extends Doc>(from: CollectionName, id: string): Promise<T | null> {
    checkIds([id]);
    const [doc] = await this.#points.read(from, '_id', [id]);
    return (doc ?? null) as T | null;
  }

  async getMany<T extends Doc>(from: CollectionName, ids: string[]): Promise<(T | null)[]> {
    checkIds(ids);
    return (await this.#points.read(from, '_id', ids)) as (T | null)[];
  }

  async getManyBy<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): Promise<(T | null)[]> {
    checkScalars(values);
    return (await this.#points.read(from, index, values)) as (T | null)[];
  }

  async range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]> {
    checkRange(from, range);
    return docsOf(from, await this.#link.request({ op: 'range', from, range }));
  }

  /** Requests of one tick travel together. */
  ranges<T extends Doc>(from: CollectionName, ranges: readonly Range[]): Promise<T[][]> {
    return Promise.all(ranges.map((range) => this.range<T>(from, range)));
  }

  async rangeAfterEach<T extends Doc>(from: CollectionName, places: Places): Promise<T[]> {
    return rangeOfEach<T>(this, from, places);
  }

  /** The thread carries out the reads of a batch in their order. */
  async getGuarding<T extends Doc>(
    from: CollectionName,
    id: string,
    ranges: readonly GuardedRange[],
  ): Promise<GuardedDocs<T>> {
    checkIds([id]);
    const first = this.#link.request<string[]>({ op: 'points', from, field: '_id', values: [id] });
    const others = ranges.map(({ in: into, index, limit }) => this.range(into, { index, prefix: [id], limit }));
    const [found, ...guarded] = await Promise.all([first, ...others]);
    const [doc] = docsOf<T>(from, found);
    return { doc: doc ?? null, guarded };
  }

  async getLinked(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]): Promise<LinkedDocs> {
    if ('range' in start) checkRange(from, start.range);
    const [first = [], ...answers] = await this.#link.request<string[][]>({ op: 'linked', from, start, steps });
    const linked = answers.map((answer, at) => docsOf((steps[at] as LinkedStep).in, answer));
    return { start: docsOf(from, first), linked };
  }

  async scan<T extends Doc>(from: CollectionName, scan: Scan): Promise<Scanned<T>> {
    const range = rangeOfScan(scan);
    checkRange(from, range);
    return scannedIn(from, await this.#link.request({ op: 'range', from, range }), scan);
  }

  async count(from: CollectionName, range: Range): Promise<number> {
    checkRange(from, range);
    return this.#link.request({ op: 'count', from, range });
  }

  async append(entries: (Doc & Record<string, unknown>)[]): Promise<AppendResult> {
    if (entries.length === 0) return { appended: 0 };
    const packed: PackedEntries = [];
    for (const entry of entries) {
      checkEntry(entry);
      packed.push(entry._id, sentDoc('log', entry));
      packKeys('log', entry, packed);
    }
    return this.#link.request({ op: 'append', entries: packed });
  }

  async write(writes: Write[]): Promise<boolean[]> {
    if (writes.length === 0) return [];
    return this.#link.request({ op: 'write', steps: writes.map(stepOf) });
  }

  async transaction(writes: Write[]): Promise<TransactionResult> {
    if (writes.length === 0) return { ok: true };
    return this.#link.request({ op: 'transaction', steps: writes.map(stepOf) });
  }

  async holdSnapshot(): Promise<void> {
    await this.#link.request({ op: 'hold_snapshot' });
  }

  /** The indexes that are still being built. */
  async builds(): Promise<UnfinishedBuild[]> {
    return this.#link.request({ op: 'builds' });
  }

  async indexDifferences(): Promise<IndexDifference[]> {
    return this.#link.request({ op: 'differences' });
  }

  async dropIndex(from: CollectionName, index: string): Promise<void> {
    await this.#link.request({ op: 'drop_index', from, index });
  }

  async vacuum(): Promise<void> {
    await this.#link.request({ op: 'vacuum' });
  }

  async now(): Promise<number> {
    return Date.now();
  }

  async ping(): Promise<void> {
    await this.#link.request({ op: 'ping' });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const ended = this.#link.ended();
    await this.#link.request({ op: 'close' });
    await ended;
  }
}

const nothing = (): void => undefined;

function stepOf(write: Write): WriteStep {
  checkWrite(write);
  if (write.op !== 'put') return { ...write };
  const { doc, guard } = write;
  return { op: 'put', in: write.in, id: doc._id, doc: sentDoc(write.in, doc), keys: keysOf(write.in, doc), guard };
}
