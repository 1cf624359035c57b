/** Opens a store, and appends and reads until all of its indexes are complete: `<folder> <ms between two>`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logId } from '#src/store/collections.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';

const [dir, everyMs] = [process.argv[2], Number(process.argv[3])];
const AT_LEAST_MS = 5_000;
const PAGE = 50;
const ROOM = `bench-${Date.now()}`;

const openedAt = performance.now();
const store = await openEmbeddedStore({ dir });
const startedAt = performance.now();
console.log(`  opening the store          ${((startedAt - openedAt) / 1_000).toFixed(2)} s`);
const [room] = (await store.range('rooms', { index: '_id', limit: 1 })).map(({ _id }) => _id);
const newest = { index: '_id', gt: `${room}:`, lt: `${room};`, desc: true, limit: PAGE };
const took = { append: [], read: [] };
let isBuilt = false;

await Promise.all([
  repeat(took.append, (seq) => store.append([entryOf(seq)])),
  repeat(took.read, () => store.range('log', newest)),
  watchBuilds(),
]);
console.log(`  until all are complete     ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
for (const [name, values] of Object.entries(took)) {
  const sorted = values.sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  const figures = `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
  console.log(`  ${name.padEnd(26)} ${figures} (${sorted.length})`);
}
await store.close();

async function watchBuilds() {
  while ((await store.builds()).length > 0 || performance.now() - startedAt < AT_LEAST_MS) await sleep(100);
  isBuilt = true;
}

async function repeat(durations, act) {
  for (let number = 1; !isBuilt; number += 1) {
    const from = performance.now();
    await act(number);
    durations.push(performance.now() - from);
    await sleep(everyMs);
  }
}

function entryOf(seq) {
  return { _id: logId(ROOM, seq), room: ROOM, seq, rev: seq, at: Date.now(), commit: `bench.${seq}`, owner: 'bench' };
}
