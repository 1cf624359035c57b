import type { Scalar } from '../store.js';
import { sqlValue } from './columns.js';
import type { Connection } from './database.js';
import { pointsSql } from './statements.js';
import { roomOf } from './tail-memory.js';

/** Both memories only spare look-ups; they are emptied when they grow beyond this. */
const REMEMBERED_MAX = 50_000;
const PLAIN_TAIL = /^[\x20-\x7e]*$/;
const LOOKED_UP_AT_ONCE = 32;

/**
 * Whether a key is free in the log's table, mostly without asking it: an id behind the highest of its room is free,
 * and a dedup key that was just looked up in vain is, too. Only this thread writes, so what it knows holds.
 */
export class KeyChecks {
  readonly #db: Connection;
  readonly #highest = new Map<string, string>();
  readonly #absent = new Set<string>();

  constructor(db: Connection) {
    this.#db = db;
  }

  isTaken(id: string): boolean {
    const room = roomOf(id);
    const highest = this.#highest.get(room) ?? this.#lookUpHighest(room);
    if (id > highest && PLAIN_TAIL.test(id.slice(room.length))) return false;
    return this.#db.first('SELECT 1 FROM log WHERE id = ?', [id]) !== undefined;
  }

  /** An id that is there from now on. */
  noteId(id: string): void {
    const room = roomOf(id);
    if (id > (this.#highest.get(room) ?? '')) this.#highest.set(room, id);
  }

  /** Those of the values that the table holds in a unique index. */
  takenOf(field: string, values: Scalar[]): Set<Scalar> {
    const unknown = values.filter((value) => !this.#absent.has(keyOf(field, value)));
    const taken = new Set<Scalar>();
    for (let at = 0; at < unknown.length; at += LOOKED_UP_AT_ONCE) {
      const some = unknown.slice(at, at + LOOKED_UP_AT_ONCE).map(sqlValue);
      while (some.length < LOOKED_UP_AT_ONCE) some.push(null);
      const rows = this.#db.all(pointsSql('log', field, LOOKED_UP_AT_ONCE), some);
      for (const [doc] of rows) taken.add((JSON.parse(doc as string) as Record<string, Scalar>)[field] ?? null);
    }
    return taken;
  }

  noteAbsent(field: string, value: Scalar): void {
    if (this.#absent.size >= REMEMBERED_MAX) this.#absent.clear();
    this.#absent.add(keyOf(field, value));
  }

  notePresent(field: string, value: Scalar): void {
    this.#absent.delete(keyOf(field, value));
  }

  #lookUpHighest(room: string): string {
    if (this.#highest.size >= REMEMBERED_MAX) this.#highest.clear();
    const last = '\u{10ffff}';
    const row = this.#db.first('SELECT max(id) FROM log WHERE id >= ? AND id < ?', [room, room + last]);
    const highest = (row?.[0] as string | null | undefined) ?? room;
    this.#highest.set(room, highest);
    return highest;
  }
}

const keyOf = (field: string, value: Scalar): string => `${field} ${typeof value} ${value}`;
