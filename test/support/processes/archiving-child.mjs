/**
 * A process that archives the closed stretches of one room, as the job does, and ends itself with SIGKILL after the step
 * that it is told. Without a step it archives everything there is, and says how many stretches that were.
 */
import { createArchiveWriter } from '../../../dist/actors/writers/archive-writer.js';
import { advanceArchive, archiveLogs } from '../../../dist/jobs/archive-logs.js';
import { openObjectStore } from '../../../dist/src/adapters/object-store/open-object-store.js';
import { archiveObjects } from '../../../dist/src/app/open-archive.js';
import { loadConfig } from '../../../dist/src/config/config.js';
import { openStore } from '../../../dist/src/open-store.js';

const [step, count = '1'] = process.argv.slice(2);
const CLEARED_AFTER_MS = 121_000;
const ROUNDS_MAX = 10;

let left = Number(count);
let at = Date.now();
const now = () => at;

function after(reached) {
  if (reached !== step || --left > 0) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const config = loadConfig(process.env);
const rows = await openStore(config);
const { objects: store } = await openObjectStore(config, now);
const archive = createArchiveWriter({ rows, objects: archiveObjects(store), env: { now }, after });
let published = 0;
for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
  published += await archiveLogs({ archive, reader: rows, now, takes: () => true, afterMs: 0 });
  at += CLEARED_AFTER_MS;
  await advanceArchive({ archive, reader: rows, now });
  const due = await rows.range('stretches', { index: 'due', limit: 1 });
  if (due.length === 0) break;
}
await store.close();
await rows.close();
process.stdout.write(`${published}\n`);
