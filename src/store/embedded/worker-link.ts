import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../store.js';
import { errorOf } from './failures.js';
import type { Answer, Request, RequestBatch, WorkerSetting } from './worker-protocol.js';

/**
 * The worker always runs the build, because Node 20 cannot load TypeScript in a thread. When the sources run (jest),
 * jest's global setup brings the build up to date.
 */
function workerFile(): URL {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) return new URL('./worker.js', here);
  return new URL(here.replace(/\/src\/store\/embedded\/[^/]+$/, '/dist/src/store/embedded/worker.js'));
}

/** The thread of the store as the link uses it: a `Worker`. */
export interface StoreThread {
  postMessage(batch: RequestBatch): void;
  on(event: 'message', listener: (answers: Answer[]) => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
}

export const startThread = (workerData: WorkerSetting): StoreThread => new Worker(workerFile(), { workerData });

const isWrite = ({ op }: Request): boolean => op === 'append' || op === 'write' || op === 'transaction';

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (cause: Error) => void;
}

export interface LinkListeners {
  /** Called before a batch is posted, so that collected requests join it. */
  gather: () => void;
  /** The store's thread ended unexpectedly: no request is answered any more. */
  onLost: (why: string) => void;
  /** Runs after all callbacks of this tick. */
  afterTick?: ((run: () => void) => void) | undefined;
}

/**
 * Requests and answers between the threads: one message a tick in each direction. Reads of a tick wait for each other;
 * writes come in groups that were gathered before, so that they leave at the end of the task that made them.
 */
export class WorkerLink {
  readonly #thread: StoreThread;
  readonly #waiting = new Map<number, Waiting>();
  readonly #gather: () => void;
  #batch: RequestBatch = [];
  #lastId = 0;
  #scheduled = false;
  #isLeaving = false;
  #gone: Error | undefined;
  #isOpen = false;
  #isClosing = false;
  readonly #onLost: (why: string) => void;
  readonly #afterTick: (run: () => void) => void;
  readonly opened: Promise<void>;

  constructor(file: string, thread: StoreThread, { gather, onLost, afterTick = setImmediate }: LinkListeners) {
    this.#gather = gather;
    this.#onLost = onLost;
    this.#afterTick = afterTick;
    this.#thread = thread;
    this.opened = new Promise((resolve, reject) => {
      this.#waiting.set(0, { resolve: () => resolve(), reject });
    });
    void this.opened.then(
      () => {
        this.#isOpen = true;
      },
      () => undefined,
    );
    this.#thread.on('message', (answers: Answer[]) => this.#settle(answers));
    this.#thread.on('error', (cause) => this.#lose(`the thread of ${file} broke: ${cause.message}`));
    this.#thread.on('exit', () => this.#lose(`the thread of ${file} has ended`));
  }

  request<T>(request: Request): Promise<T> {
    if (this.#gone) return Promise.reject(this.#gone);
    if (request.op === 'close') this.#isClosing = true;
    return new Promise<T>((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#batch.push({ id, request });
      if (isWrite(request)) this.#sendAfterTask();
      else this.schedule();
    });
  }

  #sendAfterTask(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    queueMicrotask(() => {
      this.#isLeaving = false;
      this.#send();
    });
  }

  /** The batch is posted after all callbacks of this tick, at the latest. */
  schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#afterTick(() => this.#send());
  }

  /** Resolves when the thread has ended. */
  ended(): Promise<void> {
    if (this.#gone) return Promise.resolve();
    return new Promise((resolve) => this.#thread.on('exit', () => resolve()));
  }

  #send(): void {
    this.#gather();
    this.#scheduled = false;
    const batch = this.#batch;
    if (batch.length === 0 || this.#gone) return;
    this.#batch = [];
    this.#thread.postMessage(batch);
  }

  #settle(answers: Answer[]): void {
    for (const answer of answers) {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('failure' in answer) waiting?.reject(errorOf(answer.failure));
      else waiting?.resolve(answer.value);
    }
  }

  #lose(why: string): void {
    if (this.#gone) return;
    this.#gone = new StoreUnavailable(why);
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
    if (this.#isOpen && !this.#isClosing) this.#onLost(why);
  }
}
