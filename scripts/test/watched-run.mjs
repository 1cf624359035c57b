/**
 * Jest under a watch. A thread that stands still (a lock, an endless loop) cannot fire jest's own timer for the test:
 * here a file from which no sign of life comes for longer than the bound is named and counted as failed, jest is ended
 * with everything that came from it, and begun again for the files that are left.
 */
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { activityOf, killTree } from './processes.mjs';
import { Progress } from './progress.mjs';

const TICK_MS = 500;
/** Files that stand still since about the same moment are ended at once, not one each round. */
const GATHER_MS = 2_000;
/** Beginnings may be slow: jest reads the tree and builds, and a process for a file comes from the disk. */
const BEGINNING_ADDED_MS = 60_000;

/** `spawnJest` begins a round and gives its process; `stallMs` is the bound, Infinity for none. */
export async function runWatched({ spawnJest, records, stallMs, root }) {
  const progress = new Progress(records);
  const run = { progress, stalled: [], rounds: 0, endedWell: false };
  for (;;) {
    const endedBefore = progress.ended.size;
    run.rounds += 1;
    progress.begin();
    const { code, stalled } = await round(spawnJest(), progress, stallMs);
    progress.update(0);
    for (const each of stalled) blame(each, run, { records, stallMs, root });
    progress.update(0);
    if (stalled.length === 0) run.endedWell = code === 0;
    const left = progress.unfinished().length;
    if (stalled.length === 0 || left === 0 || progress.ended.size === endedBefore) return run;
    console.error(`Going on with ${left} ${left === 1 ? 'file' : 'files'} of tests.\n`);
  }
}

/** Until jest has ended, by itself or by us. */
async function round(jest, progress, stallMs) {
  const over = new AbortController();
  const exited = once(jest, 'exit').finally(() => over.abort());
  const stalled = await Promise.race([untilStalled(progress, stallMs, over.signal), exited.then(() => [])]);
  if (stalled.length > 0) killTree(jest.pid);
  const [code] = await exited;
  return { code, stalled };
}

/** The files that stand still; none if the round is over before. */
async function untilStalled(progress, stallMs, over) {
  const bounds = { fileMs: stallMs, beginningMs: stallMs + BEGINNING_ADDED_MS };
  const stalled = () => progress.stalled(bounds);
  // A file that has reported again meanwhile stays under watch.
  while (!over.aborted && stalled().length === 0) {
    await watch(progress, () => over.aborted || stalled().length > 0);
    const gatherUntil = performance.now() + GATHER_MS;
    await watch(progress, () => over.aborted || performance.now() >= gatherUntil);
  }
  if (over.aborted) return [];
  const described = async (each) => ({ ...each, activity: each.pid ? await activityOf(each.pid) : '' });
  return Promise.all(stalled().map(described));
}

async function watch(progress, isOver) {
  let last = performance.now();
  while (!isOver()) {
    await pause(TICK_MS);
    const now = performance.now();
    // A machine that was suspended has not stood still for all that time.
    progress.update(Math.min(now - last, 2 * TICK_MS));
    last = now;
  }
}

function blame({ path, pid, title, activity }, run, { records, stallMs, root }) {
  const name = path === null ? 'jest itself' : relative(root, path);
  const since = `no sign of life for ${stallMs / 1_000} s`;
  const begun = title ? `the last test that it began is "${title}"` : 'no test of it had begun';
  console.error(
    `\n!!! ${name} STANDS STILL: ${since}${pid ? `, process ${pid}${activity}` : ''}; ${begun}. IT WAS ENDED. !!!\n`,
  );
  run.stalled.push(name);
  if (path === null) return;
  const end = { kind: 'end', path, passed: 0, failed: 1, error: since, leftOut: {}, skipped: 0 };
  appendFileSync(records, `${JSON.stringify(end)}\n`);
}
