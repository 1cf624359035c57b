/**
 * npm run migrate-store -- --to <mongodb://… | folder>: copies the store of the settings into an empty MongoDB database
 * or an empty data folder, and compares both. Stop the service first. After an interruption run the same command again;
 * then start the service on the new store.
 */
import { argumentsOf, fail } from '../setup.mjs';
import { built, config, runCommand, sum, verifyLogs } from './commands.mjs';

const USAGE = 'npm run migrate-store -- --to <mongodb://… | folder>';
const { to } = argumentsOf({ options: { to: { type: 'string' } } }, USAGE).values;
if (!to) fail(`Where to? ${USAGE}`);

const { openSchema, openStore } = await built('src/open-store');
const { openWholeReader } = await built('src/app/open-archive');
const { copyStore } = await built('src/store/backup/copy-store');

const isMongo = /^mongodb(\+srv)?:/.test(to);
const target = {
  store: { ...config.store, mongodbUri: isMongo ? to : null, dataDir: isMongo ? config.store.dataDir : to },
};

await runCommand(async () => {
  const from = await openWholeReader(config);
  // A service that still runs would acknowledge messages that are not copied. Several processes may have a MongoDB store.
  const held = config.store.mongodbUri === null ? await openSchema(config) : null;
  try {
    const store = await openStore(target, { isRestore: true });
    try {
      const copied = [];
      await copyStore(from, store, (each) => copied.push(each));
      console.log(`${sum(copied.map(({ docs }) => docs))} documents copied and compared`);
      if (!(await verifyLogs(store))) process.exitCode = 1;
    } finally {
      await store.close();
    }
  } finally {
    await held?.close();
    await from.close();
  }
});
