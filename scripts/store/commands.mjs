/** Shared by the commands that copy a store: a build of the current sources, the settings, and the place of a backup. */
import { checkNode, ensureBuild, ensurePackages, fail } from '../setup.mjs';

checkNode();
ensurePackages();
ensureBuild();

/** A module of the build, by its path among the sources. */
export const built = (path) => import(new URL(`../../dist/${path}.js`, import.meta.url));

const [{ loadConfig }, { withEnvFile }] = await Promise.all(['src/config/config', 'src/config/env-file'].map(built));

export const config = readConfig(() => loadConfig(withEnvFile('.env', process.env)));

function readConfig(read) {
  try {
    return read();
  } catch (error) {
    return fail(error.message);
  }
}

/** A folder, or `s3://bucket/prefix` at the S3 server of the settings. */
export async function placeOf(address) {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  if (!bucket) return (await built('src/store/backup/places')).folderPlace(address);
  if (config.objects.kind !== 's3') fail('An s3:// address needs the S3_ settings of the service.');
  const { openS3Store } = await built('src/adapters/object-store/s3/s3-store');
  const objects = openS3Store({ ...config.objects, bucket, now: Date.now });
  const keyOf = (file) => [prefix.replace(/\/$/, ''), file].filter(Boolean).join('/');
  return {
    name: address,
    write: (file, bytes) => objects.write(keyOf(file), bytes, 'application/octet-stream'),
    async read(file) {
      const found = await objects.head(keyOf(file));
      return found && objects.readStart(keyOf(file), found.bytes);
    },
    close: () => objects.close(),
  };
}

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Replays every log, as `npm run verify-log` does. True if nothing is wrong. */
export async function verifyLogs(reader) {
  const { verifyAllRooms } = await built('actors/room/verify/verify-room');
  let [rooms, entries, problems] = [0, 0, 0];
  for await (const result of verifyAllRooms(reader)) {
    rooms += 1;
    entries += result.entries;
    problems += result.problems.length;
    for (const { room, seq, what } of result.problems) console.log(`room ${room} · entry ${seq} · ${what}`);
  }
  console.log(`${rooms} rooms, ${entries} entries, ${problems} problems`);
  return problems === 0;
}

/** Runs the command, and exits with 1 and a sentence if it fails. */
export async function runCommand(command) {
  try {
    await command();
  } catch (error) {
    fail(error.message);
  }
}
