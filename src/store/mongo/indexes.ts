import { type Db, type IndexDescription, type IndexDescriptionInfo, MongoServerError } from 'mongodb';
import { mapLimit } from '#src/concurrency/map-limit.js';
import { type CollectionName, collections, type IndexSpec } from '../collections.js';

const NAMESPACE_EXISTS = 48;

/** Collections that are opened in parallel at a start. */
const CONCURRENCY = 8;

/**
 * Creates the collections and indexes that collections.ts declares. It may be repeated, and run on several nodes at
 * once.
 */
export async function openCollections(db: Db): Promise<void> {
  const known = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  await mapLimit(Object.keys(collections) as CollectionName[], CONCURRENCY, async (name) => {
    if (!known.has(name)) await createCollection(db, name);
    await openIndexes(db, name);
  });
}

async function createCollection(db: Db, collection: CollectionName): Promise<void> {
  try {
    await db.createCollection(collection);
  } catch (cause) {
    // Another node has created it meanwhile.
    if (!(cause instanceof MongoServerError) || cause.code !== NAMESPACE_EXISTS) throw cause;
  }
}

async function openIndexes(db: Db, collection: CollectionName): Promise<void> {
  const specs = Object.entries(collections[collection].indexes as Record<string, IndexSpec>);
  const wanted = new Map(specs.map(([name, spec]) => [name, description(name, spec)]));
  for (const found of await db.collection(collection).indexes()) {
    const name = found.name ?? '';
    if (name === '_id_') continue;
    if (isSame(wanted.get(name), found)) wanted.delete(name);
    else await db.collection(collection).dropIndex(name);
  }
  if (wanted.size > 0) await db.collection(collection).createIndexes([...wanted.values()]);
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

const isSame = (wanted: IndexDescription | undefined, found: IndexDescriptionInfo): boolean =>
  wanted !== undefined &&
  JSON.stringify([wanted.key, wanted.unique ?? false, wanted.partialFilterExpression ?? null]) ===
    JSON.stringify([found.key, found.unique ?? false, found.partialFilterExpression ?? null]);

/** The condition of a partial index: all of these fields exist and are not null. Queries must contain it too. */
export function presence(fields: readonly string[]): Record<string, { $type: string[] }> {
  return Object.fromEntries(fields.map((field) => [field, { $type: ['number', 'string', 'bool'] }]));
}
