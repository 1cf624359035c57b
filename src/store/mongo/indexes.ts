import {
  type CreateCollectionOptions,
  type Db,
  type IndexDescription,
  type IndexDescriptionInfo,
  MongoServerError,
} from 'mongodb';
import { mapLimit } from '#src/concurrency/map-limit.js';
import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import { changedIndex, type IndexDifference } from '../schema/index-builds.js';
import { mongoIndex } from '../sharding.js';
import { StoreUnavailable } from '../store.js';

const NAMESPACE_EXISTS = 48;
const NAMESPACE_NOT_FOUND = 26;

/** Collections that are opened in parallel at a start. */
const CONCURRENCY = 8;

const names = Object.keys(collections) as CollectionName[];

/** The declared indexes of a collection that are missing, or that another node is building. */
export interface MissingIndexes {
  collection: CollectionName;
  indexes: IndexDescription[];
}

/**
 * Creates the collections that collections.ts declares, and returns the indexes that are not complete. Nothing is
 * dropped: other indexes are of operators or of another version. It may run on several nodes at once.
 */
export async function openCollections(db: Db): Promise<MissingIndexes[]> {
  const known = await namesIn(db);
  const missing = await mapLimit(names, CONCURRENCY, async (collection) => {
    if (!known.has(collection)) await createCollection(db, collection);
    const wanted = wantedIndexes(collection);
    for (const { description: found, isBuilding } of await indexesOf(db, collection)) {
      const name = found.name ?? '';
      const declared = wanted.get(name);
      if (!declared) continue;
      if (!isSame(declared, found)) throw new StoreUnavailable(changedIndex(collection, name));
      if (!isBuilding) wanted.delete(name);
    }
    return { collection, indexes: [...wanted.values()] };
  });
  return missing.filter(({ indexes }) => indexes.length > 0);
}

/** The indexes of the database that differ from collections.ts. */
export async function differencesOf(db: Db): Promise<IndexDifference[]> {
  const known = await namesIn(db);
  const found = await mapLimit(names, CONCURRENCY, async (collection) => {
    const standing = known.has(collection) ? await indexesOf(db, collection) : [];
    return differencesIn(
      collection,
      standing.map(({ description: index }) => index),
    );
  });
  return found.flat();
}

function differencesIn(collection: CollectionName, standing: IndexDescriptionInfo[]): IndexDifference[] {
  const wanted = wantedIndexes(collection);
  const others = standing.filter(({ name }) => name !== '_id_');
  const differences = others.flatMap((found): IndexDifference[] => {
    const index = found.name ?? '';
    const declared = wanted.get(index);
    wanted.delete(index);
    if (!declared) return [{ collection, index, kind: 'undeclared' }];
    return isSame(declared, found) ? [] : [{ collection, index, kind: 'changed' }];
  });
  return [...differences, ...[...wanted.keys()].map((index) => ({ collection, index, kind: 'missing' as const }))];
}

async function namesIn(db: Db): Promise<Set<string>> {
  return new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
}

/**
 * Nearly all bytes of a store are its log: zstd takes two thirds of snappy, the default (ADR 0120). A page of an index is written
 * again and again: snappy, where the default is nothing (ADR 0137).
 */
const compressed: Partial<Record<CollectionName, CreateCollectionOptions>> = {
  log: {
    storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } },
    indexOptionDefaults: { storageEngine: { wiredTiger: { configString: 'block_compressor=snappy' } } },
  },
};

async function createCollection(db: Db, collection: CollectionName): Promise<void> {
  const options = compressed[collection];
  if (options && (await isCreated(db, collection, options))) return;
  await isCreated(db, collection, {});
}

/** False for a server that does not take the options: some hosted ones leave the storage engine to nobody. */
async function isCreated(db: Db, collection: CollectionName, options: CreateCollectionOptions): Promise<boolean> {
  try {
    await db.createCollection(collection, options);
    return true;
  } catch (cause) {
    if (!(cause instanceof MongoServerError)) throw cause;
    // Another node has created it meanwhile.
    if (cause.code === NAMESPACE_EXISTS) return true;
    if (options.storageEngine) return false;
    throw cause;
  }
}

interface StandingIndex {
  description: IndexDescriptionInfo;
  isBuilding: boolean;
}

/** The server lists an index from the beginning of its build on; with this option it says which are being built. */
async function indexesOf(db: Db, collection: CollectionName): Promise<StandingIndex[]> {
  try {
    const cursor = db.runCursorCommand({ listIndexes: collection, includeBuildUUIDs: true });
    const listed = (await cursor.toArray()) as (IndexDescriptionInfo & { buildUUID?: unknown; spec?: unknown })[];
    return listed.map((index) =>
      index.buildUUID === undefined
        ? { description: index, isBuilding: false }
        : { description: index.spec as IndexDescriptionInfo, isBuilding: true },
    );
  } catch (cause) {
    if (cause instanceof MongoServerError && cause.code === NAMESPACE_NOT_FOUND) return [];
    throw cause;
  }
}

function wantedIndexes(collection: CollectionName): Map<string, IndexDescription> {
  const specs = Object.entries(collections[collection].indexes as Record<string, IndexSpec>);
  return new Map(
    specs.map(([name, spec]) => {
      const inMongo = mongoIndex(collection, name);
      return [inMongo.name, description(inMongo.name, { ...spec, fields: inMongo.fields })];
    }),
  );
}

/** A non-unique index ends with the id, so that a range has the same order on both engines. */
function description(name: string, spec: IndexSpec): IndexDescription {
  const fields = spec.unique ? spec.fields : [...spec.fields, '_id'];
  return {
    name,
    key: Object.fromEntries(fields.map((field) => [field, 1])),
    ...(spec.unique ? { unique: true } : {}),
    ...(spec.where ? { partialFilterExpression: presence(spec.where) } : {}),
  };
}

const isSame = (wanted: IndexDescription, found: IndexDescriptionInfo): boolean =>
  JSON.stringify([wanted.key, wanted.unique ?? false, wanted.partialFilterExpression ?? null]) ===
  JSON.stringify([found.key, found.unique ?? false, found.partialFilterExpression ?? null]);

/** The condition of a partial index: all of these fields exist and are not null. Queries must contain it too. */
export function presence(fields: readonly string[]): Record<string, { $type: string[] }> {
  return Object.fromEntries(fields.map((field) => [field, { $type: ['number', 'string', 'bool'] }]));
}
