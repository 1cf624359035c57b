/**
 * npm run restore -- <folder | s3://bucket/prefix>: writes a backup into the empty store of the settings, compares the
 * store with the backup, closes the accounts again that were deleted since, and replays every log. No service starts on
 * the store until the restore has finished; after an interruption run the same command again.
 */
import { fail } from '../setup.mjs';
import { closeErased } from './close-erased.mjs';
import { built, config, placeOf, runCommand, sum, verifyLogs } from './commands.mjs';

const [address] = process.argv.slice(2);
if (!address) fail('Where from? npm run restore -- <folder | s3://bucket/prefix>');

const { openObjectStore } = await built('src/adapters/object-store/open-object-store');
const { openStore } = await built('src/open-store');
const { restoreBackup } = await built('src/store/backup/read-backup');

await runCommand(async () => {
  const place = await placeOf(address);
  const store = await openStore(config, { isRestore: true });
  try {
    const { parts, finishedAt } = await restoreBackup(store, place, ({ file }) => console.log(file));
    console.log(`${sum(parts.map(({ docs }) => docs))} documents of ${finishedAt} restored and compared`);
    const { objects } = await openObjectStore(config, Date.now);
    console.log(`${await closeErased(store, objects)} accounts that were deleted since are deleted again`);
    await objects.close();
    if (!(await verifyLogs(store))) process.exitCode = 1;
  } finally {
    await store.close();
    await place.close();
  }
});
