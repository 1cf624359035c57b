/** A room whose closed stretches can be archived: a store over the archive, its objects in memory, a clock that is moved. */
import { type ArchiveStep, createArchiveWriter } from '#actors/writers/archive-writer.js';
import type { ArchiveWriter } from '#actors/writers/commands.js';
import { archivedStore } from '#src/store/archive/archived-store.js';
import { type ArchiveObjects, lastSeqOf, type Stretch } from '#src/store/archive/stretch.js';
import type { Store } from '#src/store/store.js';
import { RoomNode, StillClock } from '../rooms/room-node.js';

export class MemoryObjects implements ArchiveObjects {
  readonly objects = new Map<string, Uint8Array>();
  reads = 0;

  async read(key: string, bytes: number): Promise<Uint8Array | null> {
    this.reads += 1;
    return this.objects.get(key)?.subarray(0, bytes + 1) ?? null;
  }

  async write(key: string, body: Uint8Array): Promise<void> {
    this.objects.set(key, body);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.objects.delete(key);
  }

  async list(prefix: string, after = ''): Promise<string[]> {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  }
}

export const CLEARED_AFTER_MS = 121_000;
const ROOM = '0f0e2d6c-6c1b-4a53-9f0a-0c1f5d2d7a10';

export class ArchivedRoom {
  readonly rows: Store;
  readonly store: Store;
  readonly objects = new MemoryObjects();
  readonly clock = new StillClock();
  #monotonic = 0;
  room: RoomNode;
  /** Ends the writer after this step, as a kill would. */
  killAfter: ArchiveStep | null = null;

  constructor(rows: Store) {
    this.rows = rows;
    this.store = this.nodeStore();
    this.room = new RoomNode(this.store, { id: ROOM, clock: this.clock });
  }

  /** The store as another node has it, which knows nothing yet. */
  nodeStore(): Store {
    const { rows, objects } = this;
    return archivedStore({ rows, objects, monotonic: () => this.#monotonic, now: () => this.clock.env.now() });
  }

  move(ms: number): void {
    this.#monotonic += ms;
    this.clock.move(ms);
  }

  get writer(): ArchiveWriter {
    const after = (step: ArchiveStep): void => {
      if (step !== this.killAfter) return;
      this.killAfter = null;
      throw new Error(`killed after ${step}`);
    };
    return createArchiveWriter({ rows: this.rows, objects: this.objects, env: this.clock.env, after });
  }

  stretches(): Promise<Stretch[]> {
    return this.rows.range<Stretch>('stretches', { index: '_id' });
  }

  /** Every step that is due, until none is left. */
  async settle(): Promise<void> {
    for (let round = 0; round < 10; round += 1) {
      const due = await this.rows.range<Stretch>('stretches', { index: 'due', limit: 100 });
      if (due.length === 0) return;
      this.move(CLEARED_AFTER_MS);
      for (const { _id } of due) while (await this.writer.advance(_id));
    }
    throw new Error('the stretches are never done');
  }

  /** Archives the first stretches, and their rows go. */
  async archive(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) await this.writer.archive(ROOM, at);
    await this.settle();
  }

  /** Rows of the first stretches that are in the store. */
  async rowsLeft(stretches: number): Promise<number> {
    const range = { index: '_id', gt: `${ROOM}:`, lt: `${ROOM};`, limit: 10_000 };
    const rows = await this.rows.range<never>('log', range);
    return rows.filter(({ seq }) => seq <= lastSeqOf(stretches - 1)).length;
  }

  async restart(): Promise<void> {
    await this.room.node.system.stop();
    this.room = new RoomNode(this.store, { id: ROOM, clock: this.clock });
  }
}
