/**
 * npm run verify-log [-- <slug or room id> …]: replays the logs of all rooms, or of those named, against what is
 * derived from them. Prints what is wrong; exits with 1 when something is. The embedded store has one holder at a
 * time: stop the service first. MongoDB is read while the service runs.
 */
import { checkNode, ensureBuild, ensurePackages } from './setup.mjs';

checkNode();
ensurePackages();
ensureBuild();
const { loadConfig } = await import('../dist/src/config.js');
const { withEnvFile } = await import('../dist/src/env-file.js');
const { openStore } = await import('../dist/src/open-store.js');
const { verifyAllRooms, verifyRoom } = await import('../dist/actors/room/verify/verify-room.js');

const names = process.argv.slice(2);

async function* verified(store) {
  if (names.length === 0) return yield* verifyAllRooms(store);
  for (const name of names) yield await verifyRoom(store, (await store.get('slugs', name.toLowerCase()))?.room ?? name);
}

async function main() {
  const store = await openStore(loadConfig(withEnvFile('.env', process.env)));
  let [rooms, entries, problems] = [0, 0, 0];
  try {
    for await (const result of verified(store)) {
      rooms += 1;
      entries += result.entries;
      problems += result.problems.length;
      for (const { room, seq, what } of result.problems) console.log(`room ${room} · entry ${seq} · ${what}`);
    }
  } finally {
    await store.close();
  }
  console.log(`${rooms} rooms, ${entries} entries, ${problems} problems`);
  process.exitCode = problems > 0 || (names.length > 0 && entries === 0) ? 1 : 0;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
