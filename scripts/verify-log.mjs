/**
 * npm run verify-log [-- <slug or room id> …]: replays the logs of all rooms, or of those named, and compares them with
 * the derived documents. Prints every difference; exits with 1 when there is one. It reads
 * beside the running service, and changes nothing.
 */
import { built, runVerification } from './store/verification.mjs';

const { verifyAllRooms, verifyRoom } = await built('actors/room/verify/verify-room');

const names = process.argv.slice(2);

async function* verified(store) {
  if (names.length === 0) return yield* verifyAllRooms(store);
  for (const name of names) yield await verifyRoom(store, (await store.get('slugs', name.toLowerCase()))?.room ?? name);
}

await runVerification(async (store) => {
  let [rooms, entries, problems] = [0, 0, 0];
  for await (const result of verified(store)) {
    rooms += 1;
    entries += result.entries;
    problems += result.problems.length;
    for (const { room, seq, what } of result.problems) console.log(`room ${room} · entry ${seq} · ${what}`);
  }
  console.log(`${rooms} rooms, ${entries} entries, ${problems} problems`);
  return problems === 0 && (names.length === 0 || entries > 0);
});
