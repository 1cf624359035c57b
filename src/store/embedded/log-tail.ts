import type { AppendResult, Scalar } from '../store.js';
import { keysOf, type SqlValue, sqlValue } from './columns.js';
import type { Connection } from './database.js';
import type { AppendRequest, WriteStep } from './exchange.js';
import { KeyChecks } from './key-checks.js';
import { insertSql } from './statements.js';
import { TailGroups } from './tail-groups.js';
import { columnOf, roomOf, type TailEntry, TailMemory, uniqueIndexes } from './tail-memory.js';

/** So many entries wait at most. A sweep moves about this many divided by the number of rooms that speak at a time. */
const TAIL_MAX = 12_000;
/** Bounds what a start after a crash has to read. */
const GROUPED_MAX = 2 * TAIL_MAX;
/** A room with this many is moved at once: more would gain nothing, and range reads look through them. */
const ROOM_MAX = 256;
const ROWS_AT_ONCE = [32, 8, 1] as const;

/**
 * Appends land in the tail first: one row with the documents of the whole group, which costs a few pages. In the
 * log's table each row would touch two or three pages of its own, as every room grows elsewhere in the trees. From
 * the tail, rows move a room at a time, so that neighbours share their pages. Both steps are ordinary commits of one
 * file; the tail is held in memory as well, where reads look first.
 */
export class LogTail {
  readonly memory = new TailMemory();
  readonly checks: KeyChecks;
  readonly #db: Connection;
  readonly #groups: TailGroups;
  /** Rooms that have grown to ROOM_MAX. */
  readonly #grown = new Set<string>();
  /** How many were appended since the last commit. */
  #appended = 0;

  constructor(db: Connection) {
    this.#db = db;
    this.checks = new KeyChecks(db);
    this.#groups = new TailGroups(db);
    this.reload();
  }

  /** Memory again as the file has it: at open, and after a rollback. An entry that is in the table has moved. */
  reload(): void {
    this.memory.clear();
    this.#grown.clear();
    this.#appended = 0;
    for (const { group, docs } of this.#groups.reload()) {
      for (const doc of docs) {
        const parsed = JSON.parse(doc) as { _id: string };
        const moved = this.#db.first('SELECT 1 FROM log WHERE id = ?', [parsed._id]) !== undefined;
        if (!moved) this.#remember(entryOf([parsed._id, null, ...keysOf('log', parsed)], doc, group));
      }
    }
  }

  append(request: AppendRequest): AppendResult {
    const rows = JSON.parse(request.rows) as Scalar[][];
    const docs = request.docs.split('\n');
    const taken = uniqueIndexes.map(({ field, column }) => this.checks.takenOf(field, presentKeys(rows, column)));
    for (const [at, row] of rows.entries()) {
      const by = this.#refusalOf(row, taken);
      if (by) {
        this.#stage(docs.slice(0, at).join('\n'), at);
        return { appended: at, refused: { by } };
      }
      this.#remember(entryOf(row, docs[at] as string, this.#groups.current));
    }
    this.#stage(request.docs, rows.length);
    return { appended: rows.length };
  }

  /** Moves into the table whatever a write could meet there, so that SQL alone decides. */
  settleFor(step: WriteStep): void {
    this.#settle(this.memory.get(step.id));
    this.checks.noteId(step.id);
    for (const { field, value } of uniqueKeysOf(step)) {
      this.#settle(this.memory.getBy(field, value));
      this.checks.notePresent(field, value);
    }
    // A group that is read back after a crash must not bring a deleted entry to life again.
    if (step.op === 'del') this.settleAll();
  }

  /** The entries that are in an index beside the id. */
  indexed(where: readonly string[]): TailEntry[] {
    const columns = where.map(columnOf);
    return [...this.memory.all()].filter(({ row }) => columns.every((column) => (row[column] ?? null) !== null));
  }

  settleIndexed(where: readonly string[]): void {
    for (const entry of this.indexed(where)) this.#settle(entry);
  }

  settleAll(): void {
    this.#groups.write();
    this.#move(this.memory.takeAll());
    this.#groups.dropEmptied();
  }

  /** The end of every group of writes, before its commit. */
  finish(): void {
    this.#groups.write();
    for (const room of this.#grown) this.#move(this.memory.takeRoom(room));
    this.#grown.clear();
    // Twice what came in, so that the tail empties faster than it fills and no commit has all the work.
    for (let budget = 2 * this.#appended; budget > 0 && this.#isFull(); ) {
      const room = this.memory.oldestRoom();
      if (room === undefined) break;
      const entries = this.memory.takeRoom(room);
      this.#move(entries);
      budget -= entries.length;
    }
    this.#appended = 0;
    this.#groups.dropEmptied();
  }

  #isFull(): boolean {
    return this.memory.size > TAIL_MAX || this.#groups.rows > GROUPED_MAX;
  }

  #refusalOf(row: Scalar[], taken: Set<Scalar>[]): string | undefined {
    const id = row[0] as string;
    if (this.memory.get(id) || this.checks.isTaken(id)) return '_id';
    for (const [at, { name, field, column }] of uniqueIndexes.entries()) {
      const key = row[column] ?? null;
      if (key !== null && (this.memory.getBy(field, key) || taken[at]?.has(key))) return name;
    }
    return undefined;
  }

  #stage(docs: string, rows: number): void {
    this.#groups.stage(docs, rows);
    this.#appended += rows;
  }

  #remember(entry: TailEntry): void {
    if (this.memory.add(entry) >= ROOM_MAX) this.#grown.add(entry.room);
    this.#groups.noteWaiting(entry.group);
    this.checks.noteId(entry.id);
    for (const { field, column } of uniqueIndexes) {
      const key = entry.row[column] ?? null;
      if (key !== null) this.checks.notePresent(field, key);
    }
  }

  #settle(entry: TailEntry | undefined): void {
    if (!entry) return;
    this.memory.take(entry);
    this.#move([entry]);
  }

  /** Into the table; they have left memory. */
  #move(entries: TailEntry[]): void {
    for (let at = 0; at < entries.length; ) {
      const left = entries.length - at;
      const length = ROWS_AT_ONCE.find((candidate) => candidate <= left) ?? 1;
      const values: SqlValue[] = [];
      for (const { row } of entries.slice(at, at + length)) for (const value of row) values.push(sqlValue(value));
      this.#db.run(insertSql('log', length), values);
      at += length;
    }
    for (const { group } of entries) this.#groups.noteMoved(group);
  }
}

function entryOf(row: Scalar[], doc: string, group: number): TailEntry {
  const id = row[0] as string;
  row[1] = doc;
  return { id, doc, row, room: roomOf(id), group };
}

const presentKeys = (rows: Scalar[][], column: number): Scalar[] =>
  rows.map((row) => row[column] ?? null).filter((key) => key !== null);

/** The values that a write would bring into the log's unique indexes. */
function uniqueKeysOf(step: WriteStep): { field: string; value: Scalar }[] {
  if (step.op === 'del') return [];
  const fields = step.op === 'put' ? (JSON.parse(step.doc) as Record<string, unknown>) : (step.set ?? {});
  return uniqueIndexes
    .map(({ field }) => ({ field, value: (fields[field] ?? null) as Scalar }))
    .filter(({ value }) => value !== null);
}
