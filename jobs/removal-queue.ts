/**
 * Removes released files within seconds, on the node that committed the release. The queue is in memory and may be
 * lost: the sweeps (sweep-files.ts, sweep-deleted-rooms.ts) find the remaining files in the store.
 */

import type { Rooms } from '#actors/room/commands.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { StoredFile } from '#src/domain/messages/file.js';
import { type SweepFilesDeps, sweepFile } from './sweep-files.js';

export interface RemovalQueueDeps extends Omit<SweepFilesDeps, 'now'> {
  rooms: Rooms;
  env: { now(): number; after(ms: number, run: () => void): () => void };
  onError(error: unknown): void;
}

/** The fields of the store's `Write` that the queue reads. */
interface ObservedWrite {
  op: 'put' | 'set' | 'del';
  in: string;
  id?: string;
  set?: Record<string, unknown>;
  doc?: { _id: string } & Record<string, unknown>;
}

const FILES_MAX = 10_000;
const ROOMS_MAX = 1_000;
/** Files that are due later than this are left to the sweep. */
const AHEAD_MAX_MS = 90_000;
const CONCURRENCY = 10;
const BATCH_MAX = 100;

export class RemovalQueue {
  /** File keys and the time at which each is due. */
  readonly #files = new Map<string, number>();
  readonly #rooms = new Set<string>();
  #deps: RemovalQueueDeps | null = null;
  #wake: { at: number; cancel: () => void } | null = null;
  #running: Promise<void> | null = null;

  start(deps: RemovalQueueDeps): void {
    this.#deps = deps;
  }

  /** Waits for running removals; the sweep removes the rest. */
  async stop(): Promise<void> {
    this.#deps = null;
    this.#wake?.cancel();
    this.#wake = null;
    this.#files.clear();
    this.#rooms.clear();
    await this.#running;
  }

  /** Called with durable writes. */
  observe(writes: readonly ObservedWrite[]): void {
    const deps = this.#deps;
    if (!deps) return;
    for (const write of writes) {
      if (write.in === 'files') this.#observeFile(write, deps.env.now());
      else if (write.in === 'rooms') this.#observeRoom(write);
    }
    this.#schedule(deps);
  }

  #observeFile({ op, id, set }: ObservedWrite, now: number): void {
    if (op !== 'set' || id === undefined || typeof set?.dueAt !== 'number') return;
    if (set.state === 'kept' || set.dueAt > now + AHEAD_MAX_MS || this.#files.size >= FILES_MAX) return;
    this.#files.set(id, set.dueAt);
  }

  #observeRoom({ op, doc }: ObservedWrite): void {
    if (op === 'put' && doc?.toSweep === true && this.#rooms.size < ROOMS_MAX) this.#rooms.add(doc._id);
  }

  /** One timer, set to the earliest due time. */
  #schedule({ env }: RemovalQueueDeps): void {
    if (this.#running || (this.#files.size === 0 && this.#rooms.size === 0)) return;
    let at = this.#rooms.size > 0 ? 0 : Number.POSITIVE_INFINITY;
    for (const dueAt of this.#files.values()) at = Math.min(at, dueAt);
    if (this.#wake && this.#wake.at <= at) return;
    this.#wake?.cancel();
    this.#wake = { at, cancel: env.after(Math.max(0, at - env.now()), () => this.#run()) };
  }

  #run(): void {
    const deps = this.#deps;
    this.#wake = null;
    if (!deps || this.#running) return;
    this.#running = this.#removeAll(deps)
      .catch(deps.onError)
      .finally(() => {
        this.#running = null;
        if (this.#deps) this.#schedule(this.#deps);
      });
  }

  async #removeAll(deps: RemovalQueueDeps): Promise<void> {
    for (const room of this.#rooms) {
      this.#rooms.delete(room);
      await releaseFilesOf(deps, room);
    }
    const due = this.#takeDue(deps.env.now());
    const files = await deps.reader.getMany<StoredFile>('files', due);
    const known = files.filter((file) => file !== null);
    await mapLimit(known, CONCURRENCY, (file) => removeDue(deps, file));
  }

  #takeDue(now: number): string[] {
    const due: string[] = [];
    for (const [key, dueAt] of this.#files) {
      if (dueAt > now) continue;
      this.#files.delete(key);
      due.push(key);
      if (due.length === BATCH_MAX) break;
    }
    return due;
  }
}

async function removeDue(deps: RemovalQueueDeps, file: StoredFile): Promise<void> {
  const { now } = deps.env;
  if (file.dueAt === null || file.dueAt > now()) return;
  await sweepFile({ ...deps, now }, file).catch(deps.onError);
}

/** The other documents of a deleted room are not urgent and are left to the sweep. */
async function releaseFilesOf({ rooms, onError }: RemovalQueueDeps, room: string): Promise<void> {
  for (;;) {
    const answer = await rooms.tryAsk(room, { type: 'release_files_of_deleted_room' });
    if (!answer.ok) return onError(new Error(`The files of a deleted room were not released: ${answer.code}`));
    if (answer.value === 0) return;
  }
}
