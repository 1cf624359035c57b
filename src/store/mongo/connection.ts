import { type Db, MongoClient, type MongoClientOptions, MongoError } from 'mongodb';
import { StoreUnavailable } from '../store.js';

/** How the server lists the connections of the service. */
export const APP_NAME = 'meydan';

const DEFAULT_DATABASE = 'meydan';

export interface Deadlines {
  /** Bound of one operation, including its retries. The driver has no such deadline (its timeoutMS has no effect). */
  operationMs: number;
  /** Bound of the search for a primary. */
  selectionMs: number;
}

/**
 * How often each member is asked whether it is well. One that has not answered for this long and `selectionMs` is given up,
 * with whatever is under way at it: a machine without power closes no connection, and would hold a room until `operationMs`.
 */
const HEARTBEAT_INTERVAL_MS = 1_000;

export const DEADLINES: Deadlines = { operationMs: 10_000, selectionMs: 5_000 };

/** A connected client and its database, on a deployment that can give the required durability. */
export async function connect(
  uri: string,
  deadlines: Deadlines,
): Promise<{ client: MongoClient; db: Db; isSharded: boolean }> {
  const client = clientOf(uri, deadlines);
  try {
    await client.connect();
    const db = client.db(databaseOf(uri));
    const hello = await db.admin().command({ hello: 1 });
    const isSharded = hello.msg === 'isdbgrid';
    if (!hello.setName && !isSharded) throw new StoreUnavailable(NO_REPLICA_SET);
    return { client, db, isSharded };
  } catch (cause) {
    await client.close();
    if (!(cause instanceof MongoError)) throw cause;
    throw new StoreUnavailable(`MongoDB cannot be reached by MONGODB_URI: ${cause.message}`, { cause });
  }
}

const NO_REPLICA_SET =
  'the MongoDB server of MONGODB_URI is no replica set, so it can neither commit by majority nor run transactions; ' +
  'start mongod with --replSet and initiate it (one member is enough)';

/** The path of the URI names the database. */
export function databaseOf(uri: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]*\/([^?]*)/.exec(uri)?.[1];
  return path ? decodeURIComponent(path) : DEFAULT_DATABASE;
}

function clientOf(uri: string, { operationMs, selectionMs }: Deadlines): MongoClient {
  const options: MongoClientOptions = {
    appName: APP_NAME,
    readPreference: 'primary',
    // Data that a reader saw must survive the loss of the primary.
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: operationMs },
    socketTimeoutMS: operationMs,
    waitQueueTimeoutMS: operationMs,
    serverSelectionTimeoutMS: selectionMs,
    connectTimeoutMS: selectionMs,
    heartbeatFrequencyMS: HEARTBEAT_INTERVAL_MS,
    ignoreUndefined: true,
    // The service wrote the strings, and a look at each of them again took a third of the time of decoding.
    enableUtf8Validation: false,
    maxPoolSize: 32,
  };
  try {
    return new MongoClient(uri, options);
  } catch (cause) {
    // The driver may quote the URI, which contains the password.
    throw new StoreUnavailable('MONGODB_URI is no valid MongoDB connection string', { cause });
  }
}
