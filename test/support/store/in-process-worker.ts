/**
 * In place of the thread of the embedded store, in a run of mutation testing: the engine works in the process of the tests,
 * one group of requests for each turn of the event loop. A thread runs the build, which holds no mutants. The
 * loader of the tests (`typescript-hooks.mjs`) brings it where the store asks for `node:worker_threads`.
 */
import { dirname, join } from 'node:path';
import { fillBetweenRequests, shrinkBetweenRequests } from '#src/store/embedded/between-requests.js';
import { Connection, connected } from '#src/store/embedded/database.js';
import { Engine } from '#src/store/embedded/engine.js';
import { failureOf } from '#src/store/embedded/failures.js';
import { serveRequests } from '#src/store/embedded/serve-requests.js';
import type { StoreThread } from '#src/store/embedded/worker-link.js';
import type { Answer, RequestBatch, WorkerSetting } from '#src/store/embedded/worker-protocol.js';

type Listener = (...values: never[]) => void;

/** As `exclusive-lock.ts`, whose lock the end of the thread frees: here a closed connection may keep it for a while. */
function lockOf(file: string): () => void {
  const db = connected(join(dirname(file), 'store.lock'));
  db.exec('BEGIN EXCLUSIVE');
  return () => {
    db.exec('ROLLBACK');
    db.close();
  };
}

export class Worker implements StoreThread {
  readonly #inbox: RequestBatch[] = [];
  #serve: ((batch: RequestBatch) => void) | null = null;
  #onAnswers: (answers: Answer[]) => void = () => undefined;
  readonly #onExit: (() => void)[] = [];
  #engine: Engine | null = null;
  #release: (() => void) | undefined;

  constructor(_file: URL, { workerData }: { workerData: WorkerSetting }) {
    setImmediate(() => this.#open(workerData));
  }

  postMessage(batch: RequestBatch): void {
    this.#inbox.push(structuredClone(batch));
    setImmediate(() => this.#run());
  }

  on(event: 'message' | 'error' | 'exit', listener: Listener): void {
    if (event === 'message') this.#onAnswers = listener as (answers: Answer[]) => void;
    if (event === 'exit') this.#onExit.push(listener as () => void);
  }

  #open({ file, mode, shrinkEveryMs }: WorkerSetting): void {
    let connection: Connection | undefined;
    try {
      if (mode !== 'read') this.#release = lockOf(file);
      connection = new Connection(file, mode === 'read' ? { readOnly: true } : {});
      this.#engine = new Engine(file, connection, mode);
      this.#send([{ id: 0, value: null }]);
    } catch (cause) {
      connection?.close();
      this.#release?.();
      this.#send([{ id: 0, failure: failureOf(cause, file) }]);
      this.#exit();
      return;
    }
    this.#begin(this.#engine, mode === 'serve', shrinkEveryMs);
  }

  #begin(engine: Engine, isServing: boolean, shrinkEveryMs: number | undefined): void {
    if (isServing) fillBetweenRequests(this.#whileOpen());
    if (isServing) shrinkBetweenRequests(this.#whileOpen(), shrinkEveryMs);
    serveRequests(engine, {
      send: (answers) => this.#send(answers),
      receive: () => this.#inbox.shift(),
      onMessage: (listener) => {
        this.#serve = listener;
      },
      close: () => {
        this.#engine = null;
        this.#release?.();
        this.#exit();
      },
    });
  }

  /** The timers of a thread end with it. */
  #whileOpen(): Engine {
    const engine = (): Engine | null => this.#engine;
    return {
      get isFilling() {
        return engine()?.isFilling ?? false;
      },
      get hasMuchFreeSpace() {
        return engine()?.hasMuchFreeSpace ?? false;
      },
      fillSlice: () => engine()?.fillSlice(),
      giveBackSome: () => engine()?.giveBackSome(),
    } as Engine;
  }

  #exit(): void {
    setImmediate(() => {
      for (const exit of this.#onExit) exit();
    });
  }

  #run(): void {
    const batch = this.#serve && this.#inbox.shift();
    if (batch) this.#serve?.(batch);
  }

  #send(answers: Answer[]): void {
    const copy = structuredClone(answers);
    setImmediate(() => this.#onAnswers(copy));
  }
}
