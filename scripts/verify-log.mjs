/**
 * npm run verify-log [-- --room <slug or id>] [--since <time>] [--sample <share>] [--threads <number>]: replays the logs of
 * all rooms, and compares them with the derived documents. `--room` (or a bare name) names a room and may be repeated;
 * `--since` takes the rooms with an entry of that time or later; `--sample 0.01` takes one room in a hundred, others each
 * time; `--threads` says how many threads replay rooms, by default one less than there are processors. Prints every
 * difference; exits with 1 when there is one. It reads beside the running service, and changes nothing.
 */
import { availableParallelism } from 'node:os';
import { argumentsOf, fail } from './setup.mjs';
import { built, runVerification } from './store/verification.mjs';

const { verifyAllRooms, verifyRoom } = await built('actors/room/verify/verify-room');
const { WINDOWS_PER_THREAD, startVerifyThreads } = await built('src/app/verify/verify-threads');

const REPORT_INTERVAL_MS = 10_000;
/** Fewer are replayed before a thread has started. */
const ENTRIES_FOR_THREADS = 50_000;

function choiceOf() {
  const text = { type: 'string' };
  const options = { room: { ...text, multiple: true }, since: text, sample: text, threads: text };
  const { values, positionals } = argumentsOf({ options, allowPositionals: true });
  const [since, share] = [values.since && Date.parse(values.since), values.sample && Number(values.sample)];
  if (Number.isNaN(since)) fail(`--since ${values.since} is no time. Example: --since 2026-11-24T00:00:00Z`);
  if (share !== undefined && !(share > 0 && share <= 1)) fail('--sample takes a share above 0 and up to 1, as 0.01');
  if (values.threads && !/^[1-9]\d?$/.test(values.threads)) fail('--threads takes a number from 1 to 99');
  const takes = share === undefined ? undefined : () => Math.random() < share;
  return {
    names: [...positionals, ...(values.room ?? [])],
    threads: values.threads && Number(values.threads),
    choice: { ...(since && { since }), ...(takes && { takes }) },
  };
}

const { names, threads, choice } = choiceOf();

async function* verified(store, config) {
  if (names.length === 0) return yield* verifiedInThreads(store, config, await threadsFor(store));
  for (const name of names) yield await verifiedByName(store, name);
}

/** A room of which nothing is found is a mistake in its name, also where others are named beside it. */
async function verifiedByName(store, name) {
  const result = await verifyRoom(store, (await store.get('slugs', name.toLowerCase()))?.room ?? name);
  return result.entries > 0 || result.problems.length > 0 ? result : { ...result, isMissing: true, name };
}

async function threadsFor(store) {
  if (threads) return threads;
  const entries = await store.count('log', { index: '_id', limit: ENTRIES_FOR_THREADS });
  // The threads of the stores, and the service, have a processor.
  return entries < ENTRIES_FOR_THREADS ? 0 : Math.max(1, availableParallelism() - 1);
}

async function* verifiedInThreads(store, config, count) {
  if (count === 0) return yield* verifyAllRooms(store, choice);
  const pool = startVerifyThreads(count, config);
  try {
    yield* verifyAllRooms(store, { ...choice, concurrency: count * WINDOWS_PER_THREAD, verify: pool.verify });
  } finally {
    await pool.close();
  }
}

await runVerification(async (store, config) => {
  let [rooms, entries, problems, missing, reportedAt] = [0, 0, 0, 0, performance.now()];
  for await (const result of verified(store, config)) {
    if (result.isMissing) {
      missing += 1;
      console.log(`there is no room ${result.name}`);
      continue;
    }
    rooms += 1;
    entries += result.entries;
    problems += result.problems.length;
    for (const { room, seq, what } of result.problems) console.log(`room ${room} · entry ${seq} · ${what}`);
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) continue;
    reportedAt = performance.now();
    console.error(`${rooms} rooms, ${entries} entries so far`);
  }
  console.log(`${rooms} rooms, ${entries} entries, ${problems} problems`);
  return problems === 0 && missing === 0;
});
