/** A database of the shared mongod whose store stays open from test to test. */
import { MongoClient } from 'mongodb';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import type { SharedMongod } from '../servers/mongod.js';
import { acquireDatabase, releaseDatabase } from './emptied-databases.js';
import type { OpenStore } from './engines.js';

export class ReusedDatabase {
  readonly #mongod: () => SharedMongod;
  #uri: Promise<string> | undefined;
  #client: MongoClient | undefined;
  /** Open, and of no test at the moment. */
  readonly #idle: Store[] = [];
  readonly #ofTest = new Set<Store>();
  readonly #closed = new WeakSet<Store>();
  /** Collections that the test has written. */
  readonly #written = new Set<string>();

  constructor(mongod: () => SharedMongod) {
    this.#mongod = mongod;
  }

  readonly openStore: OpenStore = Object.assign(() => this.#taken(), {
    again: async (store: Store) => {
      await store.close();
      return this.#opened();
    },
    beside: () => this.#opened(),
  });

  /** After each test. */
  async empty(): Promise<void> {
    const { client } = await this.#connected();
    const names = [...this.#written];
    this.#written.clear();
    await Promise.all(names.map((name) => client.db().collection(name).deleteMany({})));
    for (const store of this.#ofTest) if (!this.#closed.has(store)) this.#idle.push(store);
    this.#ofTest.clear();
  }

  async release(): Promise<void> {
    if (!this.#uri) return;
    const { uri, client } = await this.#connected();
    for (const store of this.#idle) await store.close();
    await client.close();
    await releaseDatabase(this.#mongod(), uri);
  }

  async #taken(): Promise<Store> {
    const store = this.#idle.pop();
    if (!store) return this.#opened();
    this.#ofTest.add(store);
    return store;
  }

  async #opened(): Promise<Store> {
    const { uri } = await this.#connected();
    const store = this.#noted(await openMongoStore({ uri }));
    this.#ofTest.add(store);
    return store;
  }

  /** The same store, which says what is written and when it is closed. */
  #noted(store: Store): Store {
    const { write, append, transaction, close } = store;
    const note = (names: Iterable<string>) => {
      for (const name of names) this.#written.add(name);
    };
    return Object.assign(store, {
      write: (...asked: Parameters<Store['write']>) => {
        note(asked[0].map((each) => each.in));
        return write.apply(store, asked);
      },
      transaction: (...asked: Parameters<Store['transaction']>) => {
        note(asked[0].map((each) => each.in));
        return transaction.apply(store, asked);
      },
      append: (...asked: Parameters<Store['append']>) => {
        note(['log']);
        return append.apply(store, asked);
      },
      close: () => {
        this.#closed.add(store);
        return close.apply(store);
      },
    });
  }

  async #connected(): Promise<{ uri: string; client: MongoClient }> {
    this.#uri ??= acquireDatabase(this.#mongod());
    const uri = await this.#uri;
    this.#client ??= new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
    return { uri, client: this.#client };
  }
}
