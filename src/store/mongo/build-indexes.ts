/**
 * Builds missing indexes. A build of a large collection takes hours, so that its connection has no deadline; a build
 * that another node has begun is waited for. The server goes on with a build whose client is gone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type MongoClient, MongoError, MongoNetworkError } from 'mongodb';
import { BUILD_REPORT_INTERVAL_MS, type IndexBuild, type OnBuild } from '../schema/index-builds.js';
import { StoreUnavailable } from '../store.js';
import { connect, type Deadlines } from './connection.js';
import type { MissingIndexes } from './indexes.js';

/** After a lost primary, which the next one continues. */
const RETRY_DELAY_MS = 1_000;
const TRIES_MAX = 60;

export async function buildIndexes(
  { uri, deadlines }: { uri: string; deadlines: Deadlines },
  missing: readonly MissingIndexes[],
  onBuild: OnBuild,
): Promise<void> {
  if (missing.length === 0) return;
  const { client, db } = await connect(uri, { ...deadlines, operationMs: 0 });
  try {
    // One collection after the other: builds compete for the same disk.
    for (const each of missing) await buildIn(client, db, each, onBuild);
  } finally {
    await client.close();
  }
}

async function buildIn(client: MongoClient, db: Db, missing: MissingIndexes, onBuild: OnBuild): Promise<void> {
  const report = async () => onBuild({ ...describe(missing), ...(await progressOf(client, db, missing)) });
  const reporting = setInterval(() => void report(), BUILD_REPORT_INTERVAL_MS);
  try {
    await createIndexes(db, missing);
  } finally {
    clearInterval(reporting);
  }
}

const describe = ({ collection, indexes }: MissingIndexes): IndexBuild => ({
  collection,
  indexes: indexes.map(({ name }) => name ?? ''),
});

async function createIndexes(db: Db, { collection, indexes }: MissingIndexes): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.collection(collection).createIndexes(indexes);
      return;
    } catch (cause) {
      if (!(cause instanceof MongoError)) throw cause;
      if (tries === TRIES_MAX || !isTemporary(cause)) {
        const message = `an index of ${collection} cannot be built: ${cause.name}: ${cause.message}`;
        throw new StoreUnavailable(`MongoDB: ${message}`, { cause });
      }
      await pause(RETRY_DELAY_MS);
    }
  }
}

/** The primary is gone or steps down. */
const isTemporary = (cause: MongoError): boolean =>
  cause instanceof MongoNetworkError ||
  cause.hasErrorLabel('RetryableWriteError') ||
  cause.hasErrorLabel('ResetPool') ||
  cause.name === 'MongoServerSelectionError';

/** The documents that the server has read for the build; empty where it does not tell its users. */
async function progressOf(
  client: MongoClient,
  db: Db,
  { collection }: MissingIndexes,
): Promise<Pick<IndexBuild, 'done' | 'of'>> {
  try {
    const [build] = await client
      .db('admin')
      .aggregate([
        { $currentOp: { allUsers: true, idleConnections: true } },
        { $match: { ns: `${db.databaseName}.${collection}`, 'progress.total': { $gt: 0 }, msg: /^Index Build/ } },
      ])
      .toArray();
    return build ? { done: Number(build.progress.done), of: Number(build.progress.total) } : {};
  } catch (cause) {
    if (cause instanceof MongoError) return {};
    throw cause;
  }
}
