/** Loaded into the built service with `--import`: makes its main thread stand still when a signal says so. */
import { isMainThread } from 'node:worker_threads';

const SHORT_MS = 1_800;

function loop(until) {
  while (performance.now() < until);
}

if (isMainThread) {
  process.on('SIGUSR2', () => loop(Number.POSITIVE_INFINITY));
  process.on('SIGWINCH', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  process.on('SIGURG', () => loop(performance.now() + SHORT_MS));
}
