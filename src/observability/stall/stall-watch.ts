/**
 * Watches the main thread from another thread. A stall that ends is logged and counted with its length. A stall longer
 * than STALL_S ends the process, so that its supervisor restarts it and other nodes take over its rooms.
 */
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Activities } from '../activities.js';
import type { Logger } from '../logger.js';
import { BEAT_INTERVAL_MS, field, memoryBytes, STALL_MIN_MS } from './stall-memory.js';

export interface StallWatchOptions {
  /** 0 = no watch. */
  stallS: number;
  activities: Activities;
  log: Logger;
  onStall(seconds: number): void;
}

/** The data of the watch thread. */
export interface WatchedThread {
  memory: Int32Array;
  stallMs: number;
  /** Whether the fatal line may be written: not at LOG_LEVEL=silent. */
  isLogged: boolean;
}

/** Neither the thread nor the heartbeat keeps the process alive. */
export function watchStalls({ stallS, activities, log, onStall }: StallWatchOptions): void {
  if (stallS === 0) return;
  const memory = new Int32Array(new SharedArrayBuffer(memoryBytes));
  const workerData: WatchedThread = { memory, stallMs: stallS * 1_000, isLogged: log.isLevelEnabled('fatal') };
  const thread = new Worker(new URL('./stall-thread.js', import.meta.url), {
    workerData,
    // WASI, which ends the process, is marked experimental; ADR 0044 says why it suffices.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4 },
  });
  thread.unref();
  thread.on('error', (err) => log.error({ err }, 'stall watch failed: stalls are not detected any more'));
  activities.share(memory, field.activity, (activity, label) => thread.postMessage([activity, label]));
  const reportStall = (silentMs: number) => {
    onStall(silentMs / 1_000);
    const last = activities.labelOf(Atomics.load(memory, field.stalledActivity));
    log.warn({ stalledMs: silentMs, lastBegun: last }, 'main thread stalled');
  };
  setInterval(() => beat(memory, reportStall), BEAT_INTERVAL_MS).unref();
  // A debugger may hold the process before the first interval is over.
  noteDebugger(memory);
}

function beat(memory: Int32Array, reportStall: (silentMs: number) => void): void {
  const silentMs = Atomics.exchange(memory, field.silentMs, 0);
  Atomics.add(memory, field.beats, 1);
  noteDebugger(memory);
  if (silentMs >= STALL_MIN_MS) reportStall(silentMs);
}

function noteDebugger(memory: Int32Array): void {
  Atomics.store(memory, field.isDebugged, debuggerUrl() === undefined ? 0 : 1);
}
