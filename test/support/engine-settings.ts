import { describeWith } from './left-out.js';
import { type Mongod, mongodForTests, startMongod } from './mongod.js';

/** The settings that make a service of its own run on an engine, with fresh data at each call. */
export type EngineSettings = () => Record<string, string>;

/** The same tests for the built service on each engine. Without a mongod its half is left out loudly; in CI it fails. */
export function onEachEngine(name: string, tests: (engine: EngineSettings) => void): void {
  describe(`${name} (embedded)`, () => tests(() => ({})));
  describeWith({ mongod: mongodForTests() }, `${name} (mongo)`, ({ mongod: binary }) => {
    let mongod: Mongod | undefined;
    beforeAll(async () => {
      mongod = await startMongod(binary);
    });
    afterAll(() => mongod?.stop());
    tests(() => {
      if (!mongod) throw new Error('mongod is started before each suite');
      return { MONGODB_URI: mongod.freshUri() };
    });
  });
}
