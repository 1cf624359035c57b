import type { Connection } from './database.js';

/**
 * The table behind the tail: one row for each group of appends, kept until the last of its entries has moved into
 * the log's table. Counts what is in it; the group that is being appended to is written at its end.
 */
export class TailGroups {
  readonly #db: Connection;
  /** How many entries of a group have not moved, and how many it has. */
  readonly #groups = new Map<number, { waiting: number; rows: number }>();
  #emptied: number[] = [];
  #staged: string[] = [];
  #rows = 0;
  #current = 1;

  constructor(db: Connection) {
    this.#db = db;
    db.exec('CREATE TABLE IF NOT EXISTS log_tail (n INTEGER PRIMARY KEY, docs TEXT NOT NULL)');
  }

  /** The number of the group that is being appended to. */
  get current(): number {
    return this.#current;
  }

  /** All entries of all groups, moved or not: what a start after a crash has to read. */
  get rows(): number {
    return this.#rows;
  }

  /** What the file has, after forgetting what memory has. */
  reload(): { group: number; docs: string[] }[] {
    this.#groups.clear();
    this.#emptied = [];
    this.#staged = [];
    this.#rows = 0;
    this.#current = 1;
    const stored = this.#db.all('SELECT n, docs FROM log_tail ORDER BY n', []) as [number, string][];
    return stored.map(([group, text]) => {
      const docs = text.split('\n');
      this.#count(group, docs.length);
      this.#emptied.push(group);
      this.#current = group + 1;
      return { group, docs };
    });
  }

  /** Documents, one a line, for the group that is being appended to. */
  stage(docs: string, rows: number): void {
    if (rows === 0) return;
    this.#staged.push(docs);
    this.#count(this.#current, rows);
  }

  #count(group: number, rows: number): void {
    const counted = this.#groups.get(group) ?? { waiting: 0, rows: 0 };
    counted.rows += rows;
    this.#groups.set(group, counted);
    this.#rows += rows;
  }

  noteWaiting(group: number): void {
    const counted = this.#groups.get(group) ?? { waiting: 0, rows: 0 };
    counted.waiting += 1;
    this.#groups.set(group, counted);
  }

  noteMoved(group: number): void {
    const counted = this.#groups.get(group);
    if (!counted) return;
    counted.waiting -= 1;
    if (counted.waiting === 0) this.#emptied.push(group);
  }

  /** Writes the group that was appended to. */
  write(): void {
    if (this.#staged.length === 0) return;
    this.#db.run('INSERT INTO log_tail (n, docs) VALUES (?, ?)', [this.#current, this.#staged.join('\n')]);
    this.#staged = [];
    this.#current += 1;
  }

  /** A group whose entries moved while it was still being appended to may have entries again. */
  dropEmptied(): void {
    for (const group of this.#emptied) {
      const counted = this.#groups.get(group);
      if (!counted || counted.waiting > 0) continue;
      this.#db.run('DELETE FROM log_tail WHERE n = ?', [group]);
      this.#groups.delete(group);
      this.#rows -= counted.rows;
    }
    this.#emptied = [];
  }
}
