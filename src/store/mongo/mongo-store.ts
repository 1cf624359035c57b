import type { ClientSession, Db, Filter, FindOptions, MongoClient } from 'mongodb';
import { KeyedMutex } from '#src/concurrency/keyed-mutex.js';
import type { CollectionName } from '../collections.js';
import { getInSteps } from '../linked-reads.js';
import { migrate } from '../migrations/migrate.js';
import { PointReads } from '../point-reads.js';
import { FORMAT_ID, RESTORE_ID, refuseNewerFormat, refuseUnfinished, type StoreFormat } from '../schema/format.js';
import { type IndexDifference, missingIndex, type OnBuild, type SchemaStore } from '../schema/index-builds.js';
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
import { documentOf, StoreUnavailable } from '../store.js';
import { checkEntry, checkIds, checkScalars, checkWrite, countLimitOf, limitOf, pointField } from '../validate.js';
import { AbandonedTransactions } from './abandoned-transactions.js';
import { buildIndexes } from './build-indexes.js';
import { writeBulks } from './bulk-writes.js';
import { connect, DEADLINES, type Deadlines } from './connection.js';
import { isSnapshotTooOld, isTooLarge, reaching, stoppedInsert } from './failures.js';
import { hintOf, pointsFilter, type Stored, walkOf } from './filters.js';
import { GuardedReads } from './guarded-reads.js';
import { differencesOf, openCollections } from './indexes.js';
import { linkedPipeline, listOf } from './linked-reads.js';
import { togetherIn } from './ranges-together.js';
import { rawDocs, scannedIn } from './scan.js';
import { transact } from './transactions.js';
import { allSettledOrThrow, splitByUniqueIndex, writeAll } from './writes.js';

export interface MongoSetting {
  /** The connection string. Its path names the database, by default `meydan`. */
  uri: string;
  deadlines?: Deadlines;
  /** Called now and then while indexes are built. */
  onBuild?: OnBuild;
  /** Opens a store that a restore may have filled in part. */
  isRestore?: boolean;
}

/** Lists and creates collections; builds of indexes have no deadline. */
const SCHEMA_MS = 60_000;
/** An operation that waits for so long may be waiting for the transaction of a killed process. */
const SLOW_MS = 1_500;

/**
 * Opens the store that several nodes share: a MongoDB replica set; every commit by majority and journaled. All declared
 * indexes are complete when it resolves, also those that another node has begun to build.
 */
export async function openMongoStore(setting: MongoSetting): Promise<SchemaStore> {
  const { uri, deadlines = DEADLINES, onBuild = () => undefined, isRestore = false } = setting;
  return connected(uri, deadlines, async (store, db) => {
    if (!isRestore) refuseUnfinished(await store.get('meta', RESTORE_ID));
    const missing = await reaching(SCHEMA_MS, 'openCollections', () => openCollections(db));
    await buildIndexes({ uri, deadlines }, missing, onBuild);
    await migrate(store);
  });
}

/** Opens the store for reading. Nothing in it is changed. */
export async function openMongoReader({
  uri,
  deadlines = DEADLINES,
}: Omit<MongoSetting, 'onBuild'>): Promise<OpenReader> {
  return connected(uri, deadlines, async (store) => {
    refuseUnfinished(await store.get('meta', RESTORE_ID));
    const missing = (await store.indexDifferences()).find(({ kind }) => kind !== 'undeclared');
    if (missing) throw new StoreUnavailable(missingIndex(missing.collection, missing.index));
  });
}

/** Opens the store for the command that drops indexes: its schema stays as it is. */
export const openMongoSchema = ({ uri, deadlines = DEADLINES }: Omit<MongoSetting, 'onBuild'>): Promise<SchemaStore> =>
  connected(uri, deadlines, async () => undefined);

/** Closes the store if its beginning fails. A store of a newer version is refused before anything is changed. */
async function connected(
  uri: string,
  deadlines: Deadlines,
  begin: (store: MongoStore, db: Db) => Promise<void>,
): Promise<MongoStore> {
  const { client, db, isSharded } = await connect(uri, deadlines);
  const store = new MongoStore(client, db, { operationMs: deadlines.operationMs, isSharded });
  try {
    refuseNewerFormat(await store.get<StoreFormat>('meta', FORMAT_ID));
    await begin(store, db);
  } catch (cause) {
    await store.close();
    throw cause;
  }
  return store;
}

/** Never read at a snapshot: logs, which may be too long for one, and what is archived of them. */
const asItIs: readonly CollectionName[] = ['log', 'stretches'];

class MongoStore implements SchemaStore, OpenReader {
  readonly engine = 'mongo';
  readonly #client: MongoClient;
  readonly #db: Db;
  readonly #points: PointReads;
  readonly #guarded: GuardedReads;
  /**
   * Serializes the transactions of this process that write the same document. In parallel, the server would abort all
   * but one of them, repeatedly: a hundred people who follow one account would take minutes.
   */
  readonly #documentMutex = new KeyedMutex();
  readonly #operationMs: number;
  readonly #isSharded: boolean;
  readonly #abandoned: AbandonedTransactions;
  #snapshot: ClientSession | null = null;

  constructor(client: MongoClient, db: Db, { operationMs, isSharded }: { operationMs: number; isSharded: boolean }) {
    this.#operationMs = operationMs;
    this.#isSharded = isSharded;
    this.#client = client;
    this.#abandoned = new AbandonedTransactions(client);
    this.#db = db;
    this.#points = new PointReads(
      (from, index, values) => this.#find(from, index, values),
      () => setImmediate(() => this.#points.flush()),
    );
    this.#guarded = new GuardedReads(db, (what, work) => this.#reaching(what, work));
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
    pointField(from, index);
    return (await this.#points.read(from, index, values)) as (T | null)[];
  }

  async range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]> {
    const { filter, sort, hint } = walkOf(from, range);
    const limit = limitOf(range);
    if (limit === 0) return [];
    const options = { sort, hint, limit, batchSize: limit };
    if (this.#snapshot && !asItIs.includes(from))
      return (await this.#atSnapshot(from, filter, options)) as unknown as T[];
    const cursor = this.#db.collection<Stored>(from).find(filter, options);
    return (await this.#reaching(`range ${from}`, () => cursor.toArray())) as unknown as T[];
  }

  async ranges<T extends Doc>(from: CollectionName, ranges: readonly Range[]): Promise<T[][]> {
    const together = ranges.length < 2 || this.#snapshot ? null : togetherIn(from, ranges);
    if (together) {
      const { filter, sort, hint, limit } = together;
      const options = { sort, hint, limit, batchSize: limit };
      const cursor = this.#db.collection<Stored>(from).find(filter, options);
      const dealt = together.deal((await this.#reaching(`ranges ${from}`, () => cursor.toArray())) as unknown as T[]);
      if (dealt) return dealt;
    }
    return Promise.all(ranges.map((range) => this.range<T>(from, range)));
  }

  /** The server walks the index once for each place, and merges. */
  async rangeAfterEach<T extends Doc>(from: CollectionName, { index, after, limit }: Places): Promise<T[]> {
    const walks = after.map(({ first, gt }) => walkOf(from, { index, prefix: [first], gt, limit }));
    const [walk] = walks;
    if (!walk || limit <= 0) return [];
    const filter = { $or: walks.map((one) => one.filter) } as Filter<Stored>;
    const options = { sort: walk.sort, hint: walk.hint, limit, batchSize: limit };
    const cursor = this.#db.collection<Stored>(from).find(filter, options);
    return (await this.#reaching(`rangeAfterEach ${from}`, () => cursor.toArray())) as unknown as T[];
  }

  async getGuarding<T extends Doc>(
    from: CollectionName,
    id: string,
    ranges: readonly GuardedRange[],
  ): Promise<GuardedDocs<T>> {
    checkIds([id]);
    const found = (await this.#guarded.read(from, id, ranges)) as GuardedDocs<T>;
    if (found.doc) return found;
    // What a document that is gone has left behind.
    const left = ranges.map(({ in: into, index, limit }) => this.range(into, { index, prefix: [id], limit }));
    return { doc: null, guarded: await Promise.all(left) };
  }

  /** On shards each step would ask all of them. Lists that are too large for one document are read one by one. */
  async getLinked(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]): Promise<LinkedDocs> {
    const atOnce = this.#isSharded ? null : await this.#linked(from, start, steps);
    return atOnce ?? getInSteps(this, from, start, steps);
  }

  /** Null where the documents are too large for one answer, or the snapshot is not there. */
  async #linked(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]): Promise<LinkedDocs | null> {
    const { pipeline, hint } = linkedPipeline(from, start, steps);
    const options = { hint, readConcern: { level: 'snapshot' as const } };
    const cursor = this.#db.collection<Stored>(from).aggregate<Stored>(pipeline, options);
    try {
      const [found] = await this.#reaching(`getLinked ${from}`, () => cursor.toArray());
      const [start = [], ...linked] = [0, ...steps.map((_, at) => at + 1)].map((at) => found?.[listOf(at)] as Doc[]);
      return { start, linked: linked.map((docs) => docs ?? []) };
    } catch (cause) {
      if (isTooLarge(cause) || isSnapshotTooOld(cause)) return null;
      throw cause;
    }
  }

  async scan<T extends Doc>(from: CollectionName, scan: Scan): Promise<Scanned<T>> {
    const { raw, isCut } = await this.#reaching(`scan ${from}`, () => rawDocs(this.#db, from, scan));
    return scannedIn(raw, scan, isCut);
  }

  async count(from: CollectionName, range: Range): Promise<number> {
    const { filter, hint } = walkOf(from, range);
    const limit = countLimitOf(range);
    if (limit === 0) return 0;
    return this.#reaching(`count ${from}`, () =>
      this.#db.collection<Stored>(from).countDocuments(filter, { hint, limit }),
    );
  }

  async append(entries: (Doc & Record<string, unknown>)[]): Promise<AppendResult> {
    if (entries.length === 0) return { appended: 0 };
    for (const entry of entries) checkEntry(entry);
    try {
      const log = this.#db.collection<Stored>('log');
      await this.#reaching('append', () => log.insertMany(entries, { ordered: true, forceServerObjectId: true }));
      return { appended: entries.length };
    } catch (cause) {
      const stopped = stoppedInsert(cause);
      if (!stopped) throw cause;
      return { appended: stopped.appended, refused: { by: stopped.by } };
    }
  }

  async write(writes: Write[], { bulk }: { bulk?: true } = {}): Promise<boolean[]> {
    for (const write of writes) checkWrite(write);
    if (!bulk || writes.length === 1) return this.#reaching('write', () => writeAll(this.#db, writes));
    const { unique, others } = splitByUniqueIndex(writes);
    await this.#reaching('write', () => allSettledOrThrow([writeAll(this.#db, unique), writeBulks(this.#db, others)]));
    return [];
  }

  async transaction(writes: Write[]): Promise<TransactionResult> {
    for (const write of writes) checkWrite(write);
    if (writes.length === 0) return { ok: true };
    const transaction = () => transact(this.#client, this.#db, writes);
    return this.#reaching('transaction', () => this.#documentMutex.run(writes.map(documentOf), transaction));
  }

  /** Everything but the log: the log of a room has an order of its own, and may be too long for one snapshot. */
  async holdSnapshot(): Promise<void> {
    this.#snapshot = this.#client.startSession({ snapshot: true });
    // The first read chooses the moment.
    await this.#atSnapshot('meta', {}, { limit: 1 });
  }

  /** The server keeps a snapshot for five minutes by default. Afterwards each page is read as it is. */
  async #atSnapshot(from: CollectionName, filter: Filter<Stored>, options: FindOptions): Promise<Stored[]> {
    const session = this.#snapshot;
    try {
      // Without it, the concern of the client would stand in the command, and every read would see what is newest.
      const atMoment = session && { session, readConcern: { level: 'snapshot' as const } };
      const cursor = this.#db.collection<Stored>(from).find(filter, { ...options, ...atMoment });
      return (await this.#reaching(`range ${from}`, () => cursor.toArray())) as Stored[];
    } catch (cause) {
      if (!session || !isSnapshotTooOld(cause)) throw cause;
      this.#snapshot = null;
      await session.endSession();
      return this.#atSnapshot(from, filter, options);
    }
  }

  async indexDifferences(): Promise<IndexDifference[]> {
    return reaching(SCHEMA_MS, 'indexDifferences', () => differencesOf(this.#db));
  }

  async dropIndex(from: CollectionName, index: string): Promise<void> {
    await reaching(SCHEMA_MS, 'dropIndex', () => this.#db.collection(from).dropIndex(index));
  }

  async vacuum(): Promise<void> {
    throw new StoreUnavailable('MongoDB gives space back by its command `compact`, one member after the other');
  }

  async now(): Promise<number> {
    const { localTime } = await this.#reaching('now', () => this.#db.admin().command({ hello: 1 }));
    return (localTime as Date).getTime();
  }

  async ping(): Promise<void> {
    await this.#reaching('ping', () => this.#db.admin().command({ ping: 1 }));
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /** `what` names the operation in an error. */
  async #reaching<T>(what: string, work: () => Promise<T>): Promise<T> {
    const whileSlow = setInterval(() => void this.#abandoned.abort(), SLOW_MS);
    try {
      return await reaching(this.#operationMs, what, work);
    } finally {
      clearInterval(whileSlow);
    }
  }

  async #find(from: CollectionName, index: string, values: Scalar[]): Promise<Doc[]> {
    const cursor = this.#db.collection<Stored>(from).find(pointsFilter(from, index, values), {
      hint: hintOf(from, index),
      batchSize: values.length + 1,
    });
    return this.#reaching(`get ${from}`, () => cursor.toArray());
  }
}
