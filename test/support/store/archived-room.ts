/** A room whose closed stretches can be archived: a store over the archive, its objects in memory, a clock that is moved. */
import { type ArchiveStep, createArchiveWriter } from '#actors/writers/archive-writer.js';
import type { ArchiveWriter } from '#actors/writers/commands.js';
import { FORMAT } from '#src/domain/format.js';
import { archivedStore } from '#src/store/archive/archived-store.js';
import { type ArchiveObjects, lastSeqOf, type Stretch } from '#src/store/archive/stretch.js';
import { backedUp } from '#src/store/backup/backup-format.js';
import { writeDocs } from '#src/store/backup/write-docs.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { RoomNode, StillClock } from '../rooms/room-node.js';

export class MemoryObjects implements ArchiveObjects {
  readonly objects = new Map<string, Uint8Array>();
  reads = 0;
  /** Runs once, before the next object is written. */
  beforeWrite: (() => Promise<unknown>) | null = null;

  async read(key: string, bytes: number): Promise<Uint8Array | null> {
    this.reads += 1;
    return this.objects.get(key)?.subarray(0, bytes + 1) ?? null;
  }

  async write(key: string, body: Uint8Array): Promise<void> {
    const before = this.beforeWrite;
    this.beforeWrite = null;
    await before?.();
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
  /** The newest format that each living node knows. */
  format = FORMAT;

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
    const format = () => this.format;
    return createArchiveWriter({ rows: this.rows, objects: this.objects, env: this.clock.env, format, after });
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
      for (const { _id } of due) await this.writer.advance(_id);
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

/** Every second one of ada and of bob, in batches. */
async function sayAlternately(room: RoomNode, count: number, body: (at: number) => string): Promise<void> {
  for (let from = 0; from < count; from += 100) {
    const batch = Array.from({ length: Math.min(100, count - from) }, (_, at) => {
      return room.say(at % 2 === 0 ? 'ada' : 'bob', { body: body(from + at), clientId: `c${from + at}` });
    });
    await Promise.all(batch);
  }
}

const histories = new Map<string, [CollectionName, Doc[]][]>();

/** A room of ada and bob with a history, in which everything is applied. It is spoken once for all tests of a file. */
export async function roomWithHistory(rows: Store, count: number, body: (at: number) => string): Promise<ArchivedRoom> {
  const key = `${count} ${body(97)}`;
  const spoken = histories.get(key) ?? (await speak(rows, count, body));
  if (histories.has(key)) for (const [from, docs] of spoken) await writeDocs(rows, from, docs);
  histories.set(key, spoken);
  return new ArchivedRoom(rows);
}

async function speak(rows: Store, count: number, body: (at: number) => string): Promise<[CollectionName, Doc[]][]> {
  const { room } = new ArchivedRoom(rows);
  await room.create('ada', { eventsVisibility: 'none' });
  await room.join('bob');
  await sayAlternately(room, count, body);
  await room.node.system.stop();
  const all: [CollectionName, Doc[]][] = [];
  for (const from of backedUp) all.push([from, await rows.range<Doc>(from, { index: '_id', limit: 10_000 })]);
  return all;
}
