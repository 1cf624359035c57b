import type { Engine } from './engine.js';
import type { Answer, RequestBatch } from './worker-protocol.js';

/** The port of the thread to the main thread. */
export interface RequestPort {
  send(answers: Answer[]): void;
  /** The next message that has arrived already. */
  receive(): RequestBatch | undefined;
  /** Calls the listener with each message that was not received otherwise. */
  onMessage(listener: (batch: RequestBatch) => void): void;
  close(): void;
}

/** Runs the requests that arrive on the port, until one of them closes the store. */
export function serveRequests(engine: Engine, port: RequestPort): void {
  port.onMessage((first) => {
    const batch = gather(first, port);
    engine.run(batch, (answers) => port.send(answers));
    const close = batch.find(({ request }) => request.op === 'close');
    if (!close) return;
    engine.close();
    port.send([{ id: close.id, value: null }]);
    port.close();
  });
}

/** Requests that arrived during the last group's write form the next group. */
function gather(first: RequestBatch, port: RequestPort): RequestBatch {
  const batch = first;
  for (let more = port.receive(); more; more = port.receive()) batch.push(...more);
  return batch;
}
