/** A store whose schema a test changes from outside, as operators and other versions do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { openEmbeddedReader, openEmbeddedSchema, openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoReader, openMongoSchema, openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { SchemaStore } from '#src/store/schema/index-builds.js';
import type { OpenReader, Store } from '#src/store/store.js';
import { describeOnEmbedded, describeOnMongo } from './engines.js';

export interface SchemaPlace {
  open(): Promise<Store>;
  /** Opens a store that a restore may have filled in part. */
  openForRestore(): Promise<Store>;
  openReader(): Promise<OpenReader>;
  openSchema(): Promise<SchemaStore>;
  /** Makes an index of one field of members, from outside. */
  addIndex(name: string, field: string): Promise<void>;
  dropIndex(name: string): Promise<void>;
  /** The names of the indexes of members. */
  indexes(): Promise<string[]>;
  remove(): Promise<void>;
}

export async function embeddedPlace(): Promise<SchemaPlace & { sql(...statements: string[]): void; dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-schema-'));
  const withFile = <T>(work: (db: Database.Database) => T): T => {
    const db = new Database(join(dir, 'store.db'));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const sql = (...statements: string[]) => withFile((db) => statements.forEach((statement) => void db.exec(statement)));
  return {
    dir,
    sql,
    open: () => openEmbeddedStore({ dir }),
    openForRestore: () => openEmbeddedStore({ dir, isRestore: true }),
    openReader: () => openEmbeddedReader({ dir }),
    openSchema: () => openEmbeddedSchema({ dir }),
    addIndex: async (name, field) => sql(`CREATE INDEX "members_${name}" ON members ("f_${field}")`),
    dropIndex: async (name) => sql(`DROP INDEX "members_${name}"`),
    indexes: async () =>
      withFile((db) => {
        const found = db
          .prepare("SELECT name FROM sqlite_master WHERE tbl_name = 'members' AND sql IS NOT NULL")
          .all([]);
        const names = (found as { name: string }[]).map(({ name }) => name);
        return names.filter((name) => name !== 'members').map((name) => name.replace('members_', ''));
      }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

export function mongoPlace(uri: string): SchemaPlace {
  const inDb = async <T>(work: (members: ReturnType<ReturnType<MongoClient['db']>['collection']>) => Promise<T>) => {
    const client = new MongoClient(uri);
    try {
      return await work(client.db().collection('members'));
    } finally {
      await client.close();
    }
  };
  return {
    open: () => openMongoStore({ uri }),
    openForRestore: () => openMongoStore({ uri, isRestore: true }),
    openReader: () => openMongoReader({ uri }),
    openSchema: () => openMongoSchema({ uri }),
    addIndex: (name, field) => inDb(async (members) => void (await members.createIndex({ [field]: 1 }, { name }))),
    dropIndex: (name) => inDb(async (members) => void (await members.dropIndex(name))),
    indexes: () => inDb(async (members) => (await members.indexes()).flatMap(({ name }) => name ?? [])),
    remove: () =>
      inDb(async (members) => {
        const client = new MongoClient(uri);
        await client.db(members.dbName).dropDatabase();
        await client.close();
      }),
  };
}

/** The same tests on both engines, each with a fresh place. */
export function describeSchemas(name: string, tests: (place: () => SchemaPlace) => void): void {
  const withPlace = (make: () => Promise<SchemaPlace>) => {
    let place: SchemaPlace;
    beforeEach(async () => {
      place = await make();
    });
    afterEach(() => place.remove());
    tests(() => place);
  };
  describeOnEmbedded(name, () => withPlace(embeddedPlace));
  describeOnMongo(name, (_, mongod) => withPlace(async () => mongoPlace(mongod().freshUri())));
}
