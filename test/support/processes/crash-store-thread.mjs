/**
 * Loaded into the built service with `--import`: on a signal, the thread of the embedded store ends as out of memory.
 */
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { Worker } = threads;
  const stores = [];
  threads.Worker = class extends Worker {
    constructor(file, options) {
      super(file, options);
      if (String(file).endsWith('/store/embedded/worker.js')) stores.push(this);
    }
  };
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => stores.map((worker) => worker.terminate()));
}
