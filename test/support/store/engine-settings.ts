import { describeOnMongo } from './engines.js';

/** The settings that make a service of its own run on an engine, with fresh data at each call. */
export type EngineSettings = () => Record<string, string>;

/** The same tests for the built service on each engine. Without a mongod its half is left out loudly; in CI it fails. */
export function onEachEngine(name: string, tests: (engine: EngineSettings) => void): void {
  describe(`${name} (embedded)`, () => tests(() => ({})));
  describeOnMongo(name, (_, mongod) => tests(() => ({ MONGODB_URI: mongod().freshUri() })));
}
