/** The watch thread: counts the time without a heartbeat, and ends the process when the time exceeds the bound. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { endProcess } from './exit-from-thread.js';
import { BEAT_INTERVAL_MS, field, STALL_MIN_MS } from './stall-memory.js';
import type { StallReport } from './stall-report.js';
import type { WatchedThread } from './stall-watch.js';

/** EX_SOFTWARE of sysexits.h; docs/operating.md names it. */
const EXIT_STALLED = 70;
/** The report may wait for an unresponsive main thread, or for a blocked log. */
const REPORT_TIMEOUT_MS = 4_000;
const QUIET_TIMEOUT_MS = 500;

const { memory, stallMs, isLogged } = workerData as WatchedThread;
const labels = new Map<number, string>();
parentPort?.on('message', ([activity, label]: [number, string]) => labels.set(activity, label));

let beats = Atomics.load(memory, field.beats);
let lookedAt = performance.now();
const looking = setInterval(look, BEAT_INTERVAL_MS);

/**
 * A pause in which this thread did not run either (suspended machine, SIGSTOP, no processor) is no stall of the main
 * thread.
 */
function look(): void {
  const now = performance.now();
  const passedMs = Math.min(now - lookedAt, 2 * BEAT_INTERVAL_MS);
  lookedAt = now;
  const beatsNow = Atomics.load(memory, field.beats);
  if (beatsNow !== beats || Atomics.load(memory, field.isDebugged) === 1) {
    beats = beatsNow;
    Atomics.store(memory, field.silentMs, 0);
    return;
  }
  const before = Atomics.add(memory, field.silentMs, Math.round(passedMs));
  const silentMs = before + passedMs;
  if (before < STALL_MIN_MS && silentMs >= STALL_MIN_MS) {
    Atomics.store(memory, field.stalledActivity, Atomics.load(memory, field.activity));
  }
  if (silentMs >= stallMs) end(silentMs);
}

function end(silentMs: number): void {
  clearInterval(looking);
  const lastBegun = labels.get(Atomics.load(memory, field.activity)) ?? 'unknown';
  const report: StallReport = { stalledMs: Math.round(silentMs), lastBegun, isLogged };
  const reporter = new Worker(new URL('./stall-report.js', import.meta.url), { workerData: report });
  const isOver = new Promise((resolve) => {
    reporter.once('message', resolve).once('error', resolve);
    setTimeout(resolve, REPORT_TIMEOUT_MS);
  });
  // A reporter that waits for a blocked log cannot be terminated, and runs no code.
  const isQuiet = () =>
    Promise.race([reporter.terminate(), new Promise((resolve) => setTimeout(resolve, QUIET_TIMEOUT_MS))]);
  void isOver.then(isQuiet).then(() => endProcess(EXIT_STALLED));
}
