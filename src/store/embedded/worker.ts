import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { fillBetweenRequests, shrinkBetweenRequests } from './between-requests.js';
import { Connection } from './database.js';
import { Engine } from './engine.js';
import { ExclusiveLock } from './exclusive-lock.js';
import { failureOf } from './failures.js';
import { serveRequests } from './serve-requests.js';
import type { Answer, RequestBatch, WorkerSetting } from './worker-protocol.js';

/** The thread that owns the file. Its first answer (id 0) says whether the store is open. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');
const { file, mode, shrinkEveryMs } = workerData as WorkerSetting;

const send = (answers: Answer[]): void => port.postMessage(answers);

let lock: ExclusiveLock | undefined;

function open(): Engine | undefined {
  let connection: Connection | undefined;
  try {
    if (mode !== 'read') lock = new ExclusiveLock(file);
    connection = new Connection(file, mode === 'read' ? { readOnly: true } : {});
    const engine = new Engine(file, connection, mode);
    send([{ id: 0, value: null }]);
    return engine;
  } catch (cause) {
    // Whoever is told finds the file free.
    connection?.close();
    lock?.release();
    send([{ id: 0, failure: failureOf(cause, file) }]);
    return undefined;
  }
}

const engine = open();
if (engine) {
  if (mode === 'serve') fillBetweenRequests(engine);
  if (mode === 'serve') shrinkBetweenRequests(engine, shrinkEveryMs);
  serveRequests(engine, {
    send,
    receive: () => receiveMessageOnPort(port)?.message as RequestBatch | undefined,
    onMessage: (listener) => void port.on('message', listener),
    close: () => {
      lock?.release();
      port.close();
    },
  });
}
