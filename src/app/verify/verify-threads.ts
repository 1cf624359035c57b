/**
 * Verifies rooms in several threads. Each has a reader of the store of its own, so that the documents of a room are read,
 * decoded and checked without passing to another thread; only the findings do.
 */
import { Worker } from 'node:worker_threads';
import type { Verified } from '#actors/room/verify/problem.js';
import type { Config } from '#src/config/config.js';
import type { RoomId } from '#src/domain/rooms/room.js';

/** While a room of one window is checked, the next entries of the other are read. */
export const WINDOWS_PER_THREAD = 2;
/** Entries are gone soon after they were decoded: the collector is asked less often, and finds less. */
const YOUNG_GENERATION_MIB = 96;

/** The answer of a thread to a window of rooms; a failure as its sentence. */
export type ThreadAnswer = { of: RoomId[] } & ({ verified: Verified[] } | { failure: string });

export interface VerifyThreads {
  verify(rooms: RoomId[]): Promise<Verified[]>;
  close(): Promise<void>;
}

/** What a thread opens its reader with. */
export type ReaderSettings = Pick<Config, 'store' | 'objects' | 'http' | 'secrets'>;

export function startVerifyThreads(count: number, { store, objects, http, secrets }: ReaderSettings): VerifyThreads {
  const threads = Array.from({ length: count }, () => new VerifyThread({ store, objects, http, secrets }));
  return {
    verify: (rooms) => threads.reduce((least, each) => (each.busy < least.busy ? each : least)).verify(rooms),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

interface Waiting {
  resolve: (verified: Verified[]) => void;
  reject: (cause: Error) => void;
}

class VerifyThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  /** By the first room of each window. */
  readonly #waiting = new Map<RoomId | undefined, Waiting>();
  #failure: Error | null = null;

  constructor(workerData: ReaderSettings) {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB };
    this.#worker = new Worker(new URL('./verify-thread.js', import.meta.url), { resourceLimits, workerData });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on('error', (cause) => this.#fail(cause));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail(new Error('a thread of the verification has ended'));
        resolve();
      });
    });
  }

  /** Windows that it has. */
  get busy(): number {
    return this.#waiting.size;
  }

  verify(rooms: RoomId[]): Promise<Verified[]> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.set(rooms[0], { resolve, reject });
      this.#worker.postMessage(rooms);
    });
  }

  close(): Promise<void> {
    this.#worker.postMessage(null);
    return this.#ended;
  }

  #settle(answer: ThreadAnswer): void {
    const [room] = answer.of;
    const waiting = this.#waiting.get(room);
    this.#waiting.delete(room);
    if ('failure' in answer) waiting?.reject(new Error(answer.failure));
    else waiting?.resolve(answer.verified);
  }

  #fail(cause: Error): void {
    this.#failure ??= cause;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
