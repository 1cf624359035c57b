/** A process with a store whose main thread waits for ever; a thread beside it ends it with the code 70. */
import { Worker } from 'node:worker_threads';
import { openEmbeddedStore } from '../../dist/src/store/embedded/embedded-store.js';

const [, , dir] = process.argv;
const exiting = new URL('../../dist/src/observability/stall/exit-from-thread.js', import.meta.url).href;
await openEmbeddedStore({ dir });
const thread = `import(${JSON.stringify(exiting)}).then(({ endProcess }) => endProcess(70));`;
new Worker(thread, { eval: true }).once('online', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
