/**
 * npm run verify-log [-- --room <slug or id>] [--since <time>] [--sample <share>]: replays the logs of all rooms, and
 * compares them with the derived documents. `--room` (or a bare name) names a room and may be repeated; `--since` takes
 * the rooms with an entry of that time or later; `--sample 0.01` takes one room in a hundred, others each time. Prints
 * every difference; exits with 1 when there is one. It reads beside the running service, and changes nothing.
 */
import { parseArgs } from 'node:util';
import { fail } from './setup.mjs';
import { built, runVerification } from './store/verification.mjs';

const { verifyAllRooms, verifyRoom } = await built('actors/room/verify/verify-room');

const REPORT_INTERVAL_MS = 10_000;

function choiceOf() {
  const options = { room: { type: 'string', multiple: true }, since: { type: 'string' }, sample: { type: 'string' } };
  const { values, positionals } = parsed(options);
  const [since, share] = [values.since && Date.parse(values.since), values.sample && Number(values.sample)];
  if (Number.isNaN(since)) fail(`--since ${values.since} is no time. Example: --since 2026-11-24T00:00:00Z`);
  if (share !== undefined && !(share > 0 && share <= 1)) fail('--sample takes a share above 0 and up to 1, as 0.01');
  const takes = share === undefined ? undefined : () => Math.random() < share;
  return {
    names: [...positionals, ...(values.room ?? [])],
    choice: { ...(since && { since }), ...(takes && { takes }) },
  };
}

function parsed(options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return fail(error.message);
  }
}

const { names, choice } = choiceOf();

async function* verified(store) {
  if (names.length === 0) return yield* verifyAllRooms(store, choice);
  for (const name of names) yield await verifyRoom(store, (await store.get('slugs', name.toLowerCase()))?.room ?? name);
}

await runVerification(async (store) => {
  let [rooms, entries, problems, reportedAt] = [0, 0, 0, performance.now()];
  for await (const result of verified(store)) {
    rooms += 1;
    entries += result.entries;
    problems += result.problems.length;
    for (const { room, seq, what } of result.problems) console.log(`room ${room} · entry ${seq} · ${what}`);
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) continue;
    reportedAt = performance.now();
    console.error(`${rooms} rooms, ${entries} entries so far`);
  }
  console.log(`${rooms} rooms, ${entries} entries, ${problems} problems`);
  return problems === 0 && (names.length === 0 || entries > 0);
});
