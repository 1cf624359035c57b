/** Databases of the shared mongod whose collections stand and hold nothing, whichever file of tests made them. */
import { type Document, MongoClient } from 'mongodb';
import type { SharedMongod } from '../servers/mongod.js';

interface Emptied extends Document {
  uri: string;
}

/** The address of one, or of one that is not there yet. */
export function acquireDatabase(mongod: SharedMongod): Promise<string> {
  return withClient(mongod.uriOf('emptied'), async (client) => {
    const taken = await client.db().collection<Emptied>('databases').findOneAndDelete({});
    return taken?.uri ?? mongod.freshUri();
  });
}

/** Removes what a test left in it, for the next one. */
export async function releaseDatabase(mongod: SharedMongod, uri: string): Promise<void> {
  await withClient(uri, async (client) => {
    const collections = await client.db().collections();
    await Promise.all(collections.map((collection) => collection.deleteMany({})));
  });
  await withClient(mongod.uriOf('emptied'), (client) =>
    client.db().collection<Emptied>('databases').insertOne({ uri }),
  );
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
