import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Engine } from './engine.js';
import { failureOf } from './failures.js';
import { serveRequests } from './serve-requests.js';
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

const engine = open();
if (engine) {
  serveRequests(engine, {
    send,
    receive: () => receiveMessageOnPort(port)?.message as RequestBatch | undefined,
    onMessage: (listener) => void port.on('message', listener),
    close: () => port.close(),
  });
}
