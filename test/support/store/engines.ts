import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { type Mongod, mongodForTests, type SharedMongod, sharedMongod, startMongod } from '../servers/mongod.js';
import { describeWith } from '../skipped-suites.js';
import { acquireDatabase, releaseDatabase } from './emptied-databases.js';
import { ReusedDatabase } from './reused-database.js';

/** Opens an empty store that is closed and removed after the test. */
export interface OpenStore {
  (): Promise<Store>;
  /** The same data once more, as after a restart: the first handle is closed. */
  again(store: Store): Promise<Store>;
  /** A second handle on the same data while the first stays open, or null where the engine allows one holder only. */
  beside(store: Store): Promise<Store | null>;
}

/** What a test opened: how to open it again, and how to remove it. */
interface Place {
  open: () => Promise<Store>;
  remove: () => Promise<void>;
  shared: boolean;
}

async function embeddedPlace(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-store-'));
  return {
    open: () => openEmbeddedStore({ dir }),
    remove: () => rm(dir, { recursive: true, force: true }),
    shared: false,
  };
}

/** Runs the tests on the embedded engine. */
export function describeOnEmbedded(name: string, tests: (openStore: OpenStore) => void): void {
  describe(`${name} (embedded)`, () => withStores(embeddedPlace, tests));
}

/** Runs the tests on a real mongod. Without one they are left out loudly; in CI that is a failure. */
export function describeOnMongo(
  name: string,
  tests: (openStore: OpenStore, mongod: () => SharedMongod) => void,
  addressOf: (uri: string) => string = (uri) => uri,
): void {
  describeWith({ mongod: mongodForTests() }, `${name} (mongo)`, () => {
    const running = once('mongod', sharedMongod);
    withStores(
      () => mongoPlace(running(), addressOf),
      (openStore) => tests(openStore, running),
    );
  });
}

/**
 * As `describeOnMongo`, on one store for all tests of the suite: opening one takes longer than most tests of a store. Only for
 * tests that wait for all of their writes: what a test has written is removed after it.
 */
export function describeOnOneMongo(name: string, tests: (openStore: OpenStore) => void): void {
  describeWith({ mongod: mongodForTests() }, `${name} (mongo)`, () => {
    const running = once('mongod', sharedMongod);
    const database = new ReusedDatabase(running);
    afterAll(() => database.release());
    tests(database.openStore);
    afterEach(() => database.empty());
  });
}

/** For tests that kill it, hold it up, configure it, or count what it does. */
export function describeOnOwnMongod(name: string, tests: (mongod: () => Mongod) => void): void {
  describeWith({ mongod: mongodForTests() }, `${name} (mongo)`, ({ mongod: binary }) => {
    const running = once('mongod', () => startMongod(binary));
    afterAll(() => running().stop());
    tests(running);
  });
}

/** What the tests of a suite share, made before the first one. */
function once<T>(name: string, make: () => Promise<T>): () => T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  return () => {
    if (made === undefined) throw new Error(`${name} is there from the first test of the suite on`);
    return made;
  };
}

/** A database is a file for each collection and index: what a test leaves is emptied and taken by the next one. */
async function mongoPlace(mongod: SharedMongod, addressOf: (uri: string) => string): Promise<Place> {
  const uri = await acquireDatabase(mongod);
  return {
    open: () => openMongoStore({ uri: addressOf(uri) }),
    remove: () => releaseDatabase(mongod, uri),
    shared: true,
  };
}

/** Runs the same tests once for each engine. */
export function describeOnBothEngines(name: string, tests: (openStore: OpenStore) => void): void {
  describeOnEmbedded(name, tests);
  describeOnMongo(name, tests);
}

/**
 * What is opened is closed after what the tests themselves do after each: hooks run in the order in which they are
 * said, and a node that is stopped on a closed store waits for its last write until it gives up.
 */
function withStores(makePlace: () => Promise<Place>, tests: (openStore: OpenStore) => void): void {
  const places = new Map<Store, Place>();
  tests(opener(makePlace, places));
  afterEach(async () => {
    const removed = new Set(places.values());
    for (const store of places.keys()) await store.close();
    places.clear();
    for (const place of removed) await place.remove();
  });
}

function opener(makePlace: () => Promise<Place>, places: Map<Store, Place>): OpenStore {
  const openAt = async (place: Place): Promise<Store> => {
    const store = await place.open();
    places.set(store, place);
    return store;
  };
  const placeOf = (store: Store): Place => {
    const place = places.get(store);
    if (!place) throw new Error('this store was opened elsewhere');
    return place;
  };
  return Object.assign(async () => openAt(await makePlace()), {
    again: async (store: Store) => {
      const place = placeOf(store);
      await store.close();
      return openAt(place);
    },
    beside: async (store: Store) => (placeOf(store).shared ? openAt(placeOf(store)) : null),
  });
}
