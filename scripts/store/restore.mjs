/**
 * npm run restore -- <folder | s3://bucket/prefix> [--until <time | entry>] [--room <id>]: writes a backup into the empty
 * store of the settings, compares the store with the backup, takes the rooms back to an earlier moment, closes the
 * accounts again that were deleted since, and replays every log. No service starts on the store until the restore has
 * finished; after an interruption run the same command again.
 */
import { argumentsOf, fail } from '../setup.mjs';
import { closeErased } from './close-erased.mjs';
import { built, config, placeOf, runCommand, sum, verifyLogs } from './commands.mjs';

const USAGE = `npm run restore -- <folder | s3://bucket/prefix>
  --until <time>             all rooms as they were then: 2026-11-26T08:30:00Z, with the zone
  --room <id> --until <…>    only this room; here an entry (its seq) may stand in place of the time`;

const options = { until: { type: 'string' }, room: { type: 'string' } };
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

const { values, positionals } = argumentsOf({ options, allowPositionals: true }, USAGE);
const [address] = positionals;
if (!address || positionals.length > 1) fail(`Where from? ${USAGE}`);
const until = untilOf(values);

function untilOf({ until: given, room }) {
  if (given === undefined) return room === undefined ? null : fail(`Until when? ${USAGE}`);
  if (/^\d{1,12}$/.test(given)) {
    if (room === undefined) fail(`An entry is one of a room: name it with --room. ${USAGE}`);
    return Number(given) > 0 ? { seq: Number(given) } : fail('The first entry of a room is 1.');
  }
  const time = ZONED.test(given) && isDay(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(time) ? fail(`${given} is no time with a zone. ${USAGE}`) : { time };
}

/** Date.parse takes the 31st of February for a day in March. */
function isDay(given) {
  const [year, month, day] = given.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

const { openObjectStore } = await built('src/adapters/object-store/open-object-store');
const { openStore } = await built('src/open-store');
const { readManifest, restoreBackup } = await built('src/store/backup/read-backup');
const { refuseMissingEntry, refuseMissingRoom, rollBack } = await built('src/app/roll-back');

/** A backup is of some moment after it was begun. */
async function refuseLater(place) {
  const { startedAt } = await readManifest(place);
  if (until?.time > Date.parse(startedAt)) fail(`The backup was begun at ${startedAt}, before that.`);
}

async function takeBack(store) {
  const { rooms, repeated, deleted } = await rollBack(store, { until, room: values.room });
  console.log(`${rooms} rooms taken back, ${repeated} later changes made again, ${deleted} later rooms deleted`);
}

await runCommand(async () => {
  const place = await placeOf(address);
  await refuseLater(place);
  if (values.room !== undefined) await refuseMissingRoom(place, values.room);
  if (until?.seq !== undefined) await refuseMissingEntry(place, values.room, until.seq);
  const store = await openStore(config, { isRestore: true });
  try {
    const { parts, finishedAt } = await restoreBackup(store, place, {
      onPart: ({ file }) => console.log(file),
      ...(until && { change: () => takeBack(store) }),
    });
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
