/**
 * npm run backup -- <folder | s3://bucket/prefix>: writes a backup of the store, beside the running service or without
 * it, and reads it again. A backup is complete when its manifest is there; a run that was interrupted may be repeated
 * into the same place. Archived messages are included; files of the object store are not: copy them after the backup.
 */
import { argumentsOf, fail } from '../setup.mjs';
import { built, config, placeOf, runCommand, sum } from './commands.mjs';

const USAGE = 'npm run backup -- <folder | s3://bucket/prefix>';
const { positionals } = argumentsOf({ options: {}, allowPositionals: true }, USAGE);
const [address] = positionals;
if (!address || positionals.length > 1) fail(`Where to? ${USAGE}`);

const { openWholeReader } = await built('src/app/open-archive');
const { writeBackup } = await built('src/store/backup/write-backup');
const { verifyBackup } = await built('src/store/backup/read-backup');

await runCommand(async () => {
  const place = await placeOf(address);
  const reader = await openWholeReader(config);
  try {
    const manifest = await writeBackup(reader, place, ({ file, docs }) => console.log(`${file}: ${docs} documents`));
    await verifyBackup(place, manifest);
    const { parts } = manifest;
    const [docs, bytes] = [sum(parts.map((part) => part.docs)), sum(parts.map((part) => part.bytes))];
    console.log(`${parts.length} parts, ${docs} documents, ${bytes} bytes, verified: ${place.name}`);
  } finally {
    await reader.close();
    await place.close();
  }
});
