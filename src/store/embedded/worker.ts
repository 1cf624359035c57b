import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Engine } from './engine.js';
import { failureOf } from './failures.js';
import type { Answer, RequestBatch, WorkerSetting } from './worker-protocol.js';

/** The thread that owns the file. Its first answer (id 0) says whether the store is open. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');
const { file } = workerData as WorkerSetting;

const send = (answers: Answer[]): void => port.postMessage(answers);

function open(): Engine | undefined {
  try {
    const engine = new Engine(file);
    send([{ id: 0, value: null }]);
    return engine;
  } catch (cause) {
    send([{ id: 0, failure: failureOf(cause, file) }]);
    return undefined;
  }
}

/** Requests that arrived during the last group's write form the next group. */
function gather(first: RequestBatch): RequestBatch {
  const batch = first;
  for (;;) {
    const more = receiveMessageOnPort(port!);
    if (!more) return batch;
    batch.push(...(more.message as RequestBatch));
  }
}

const engine = open();
if (engine) {
  port.on('message', (first: RequestBatch) => {
    const batch = gather(first);
    engine.run(batch, send);
    const close = batch.find(({ request }) => request.op === 'close');
    if (!close) return;
    engine.close();
    send([{ id: close.id, value: null }]);
    port.close();
  });
}
