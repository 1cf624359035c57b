/**
 * The embedded store without a thread: its engine runs in the process of the test, one group of requests for each turn
 * of the event loop. Mutation testing needs it, because a thread runs the build, which holds no mutants.
 */
import { join } from 'node:path';
import { Connection } from '#src/store/embedded/database.js';
import { EmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { Engine } from '#src/store/embedded/engine.js';
import { failureOf } from '#src/store/embedded/failures.js';
import { serveRequests } from '#src/store/embedded/serve-requests.js';
import { untilBuilt } from '#src/store/embedded/until-built.js';
import type { StoreThread } from '#src/store/embedded/worker-link.js';
import type { Answer, RequestBatch } from '#src/store/embedded/worker-protocol.js';
import { migrate } from '#src/store/migrations/migrate.js';
import type { Store } from '#src/store/store.js';

type Listener = (...values: never[]) => void;

class InProcessThread implements StoreThread {
  readonly #inbox: RequestBatch[] = [];
  #serve: ((batch: RequestBatch) => void) | null = null;
  #onAnswers: (answers: Answer[]) => void = () => undefined;
  readonly #onExit: (() => void)[] = [];

  constructor(file: string) {
    setImmediate(() => this.#open(file));
  }

  postMessage(batch: RequestBatch): void {
    this.#inbox.push(structuredClone(batch));
    setImmediate(() => this.#run());
  }

  on(event: 'message' | 'error' | 'exit', listener: Listener): void {
    if (event === 'message') this.#onAnswers = listener as (answers: Answer[]) => void;
    if (event === 'exit') this.#onExit.push(listener as () => void);
  }

  #open(file: string): void {
    try {
      serveRequests(new Engine(file, new Connection(file)), {
        send: (answers) => this.#send(answers),
        receive: () => this.#inbox.shift(),
        onMessage: (listener) => {
          this.#serve = listener;
        },
        close: () => setImmediate(() => this.#exit()),
      });
      this.#send([{ id: 0, value: null }]);
    } catch (cause) {
      this.#send([{ id: 0, failure: failureOf(cause, file) }]);
    }
  }

  #exit(): void {
    for (const exit of this.#onExit) exit();
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

export async function openInProcess(dir: string): Promise<Store> {
  const file = join(dir, 'store.sqlite');
  const store = new EmbeddedStore(file, new InProcessThread(file), { onLost: () => undefined });
  await store.opened;
  await untilBuilt(
    store,
    () => undefined,
    () => true,
  );
  await migrate(store);
  return store;
}
