import type { SharedMongod } from '../servers/mongod.js';
import { acquireDatabase, releaseDatabase } from './emptied-databases.js';
import { describeOnMongo } from './engines.js';

/** The settings that make a service of its own run on an engine, with fresh data at each call. */
export type EngineSettings = () => Record<string, string>;

/**
 * The same tests for the built service on each engine. Without a mongod its half is left out loudly; in CI it fails.
 */
export function onEachEngine(name: string, tests: (engine: EngineSettings, isOnMongo: boolean) => void): void {
  describe(`${name} (embedded)`, () => tests(() => ({}), false));
  describeOnMongo(name, (_, mongod) => {
    const databases = new SuiteDatabases(mongod);
    beforeAll(() => databases.prepare());
    tests(() => ({ MONGODB_URI: databases.next() }), true);
    // Said last, so that it happens after the tests' own services have ended.
    afterAll(() => databases.release());
  });
}

/** The databases of one suite: a new one takes seconds, so the first is an emptied one where there is one. */
class SuiteDatabases {
  readonly #mongod: () => SharedMongod;
  readonly #taken: string[] = [];
  #prepared: string | undefined;

  constructor(mongod: () => SharedMongod) {
    this.#mongod = mongod;
  }

  async prepare(): Promise<void> {
    this.#prepared = await acquireDatabase(this.#mongod());
  }

  next(): string {
    const uri = this.#prepared ?? this.#mongod().freshUri();
    this.#prepared = undefined;
    this.#taken.push(uri);
    return uri;
  }

  async release(): Promise<void> {
    const unused = this.#prepared === undefined ? [] : [this.#prepared];
    for (const uri of [...this.#taken, ...unused]) await releaseDatabase(this.#mongod(), uri);
  }
}
