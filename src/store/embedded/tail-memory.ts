import { collections, type IndexSpec } from '../collections.js';
import type { Scalar } from '../store.js';
import { columnsOf } from './columns.js';

/** An entry that is durable in the tail and not yet in the log's table. */
export interface TailEntry {
  id: string;
  doc: string;
  /** As the table will have it: id, document, columns. */
  row: Scalar[];
  room: string;
  /** The number of the group it was appended with. */
  group: number;
}

/** The columns of a row stand behind the id and the document. */
const COLUMNS_FROM = 2;

/** What stands before the seq in the id of an entry, the colon included; nothing for an id without one. */
export const roomOf = (id: string): string => id.slice(0, id.lastIndexOf(':') + 1);

/** Where a row of the log has this field. */
export const columnOf = (field: string): number => columnsOf('log').indexOf(field) + COLUMNS_FROM;

/** The log's unique indexes beside the id, with the place of their field in a row. */
export const uniqueIndexes = Object.entries(collections.log.indexes as Record<string, IndexSpec>)
  .filter(([, spec]) => spec.unique)
  .map(([name, spec]) => {
    const [field] = spec.fields;
    if (spec.fields.length !== 1 || field === undefined) throw new Error(`log.${name} must be of one field`);
    return { name, field, column: columnOf(field) };
  });

/** The tail's entries by all that they are asked by. In the order of their appending. */
export class TailMemory {
  readonly #byId = new Map<string, TailEntry>();
  /** Rooms in the order of their oldest entry. */
  readonly #byRoom = new Map<string, TailEntry[]>();
  readonly #byUnique = new Map<string, Map<Scalar, TailEntry>>(uniqueIndexes.map(({ field }) => [field, new Map()]));

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): TailEntry | undefined {
    return this.#byId.get(id);
  }

  getBy(field: string, value: Scalar): TailEntry | undefined {
    return field === '_id' ? this.#byId.get(value as string) : this.#byUnique.get(field)?.get(value);
  }

  all(): Iterable<TailEntry> {
    return this.#byId.values();
  }

  ofRoom(room: string): readonly TailEntry[] {
    return this.#byRoom.get(room) ?? [];
  }

  oldestRoom(): string | undefined {
    return this.#byRoom.keys().next().value;
  }

  /** Answers how many entries its room has now. */
  add(entry: TailEntry): number {
    this.#byId.set(entry.id, entry);
    for (const { field, column } of uniqueIndexes) {
      const key = entry.row[column] ?? null;
      if (key !== null) this.#byUnique.get(field)?.set(key, entry);
    }
    const room = this.#byRoom.get(entry.room);
    if (room) return room.push(entry);
    this.#byRoom.set(entry.room, [entry]);
    return 1;
  }

  takeRoom(room: string): TailEntry[] {
    const entries = this.#byRoom.get(room) ?? [];
    this.#byRoom.delete(room);
    for (const entry of entries) this.#forget(entry);
    return entries;
  }

  take(entry: TailEntry): void {
    const room = this.#byRoom.get(entry.room) ?? [];
    if (room.length === 1) this.#byRoom.delete(entry.room);
    else room.splice(room.indexOf(entry), 1);
    this.#forget(entry);
  }

  takeAll(): TailEntry[] {
    const entries = [...this.#byRoom.values()].flat();
    this.clear();
    return entries;
  }

  clear(): void {
    this.#byId.clear();
    this.#byRoom.clear();
    for (const keys of this.#byUnique.values()) keys.clear();
  }

  #forget(entry: TailEntry): void {
    this.#byId.delete(entry.id);
    for (const { field, column } of uniqueIndexes) {
      const key = entry.row[column] ?? null;
      if (key !== null) this.#byUnique.get(field)?.delete(key);
    }
  }
}
