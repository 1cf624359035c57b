import type { Range, Scalar } from '../store.js';
import { type CheckedRange, checkRange, indexOf, LIMIT_MAX, limitOf } from '../validate.js';
import type { Connection } from './database.js';
import type { ReadRequest } from './exchange.js';
import type { LogTail } from './log-tail.js';
import { count, points, range } from './reads.js';
import { roomOf, type TailEntry } from './tail-memory.js';

/** Reads of the log look into the tail and the table: an entry is in exactly one of them. */
export function readLog(db: Connection, tail: LogTail, request: ReadRequest): unknown {
  switch (request.op) {
    case 'points':
      return logPoints(db, tail, request.field, request.values);
    case 'range':
      return logRange(db, tail, request.range);
    case 'count':
      return logCount(db, tail, request.range);
  }
}

/** Whether the tail holds entries that this read can only find in the table: they have to move there first. */
export function needsSettling(tail: LogTail, request: ReadRequest): boolean {
  return settledIndex(request) !== undefined && tail.indexed(settledIndex(request) ?? []).length > 0;
}

export function settleForRead(tail: LogTail, request: ReadRequest): void {
  const where = settledIndex(request);
  if (where) tail.settleIndexed(where);
}

/** The `where` of the index that is walked, unless it is the ids. */
function settledIndex(request: ReadRequest): readonly string[] | undefined {
  if (request.op === 'points' || request.range.index === '_id') return undefined;
  return indexOf('log', request.range.index).where ?? [];
}

function logPoints(db: Connection, tail: LogTail, field: string, values: Scalar[]): string[] {
  const docs: string[] = [];
  const others: Scalar[] = [];
  for (const value of values) {
    const entry = tail.memory.getBy(field, value);
    if (entry) docs.push(entry.doc);
    else others.push(value);
  }
  if (others.length === 0) return docs;
  const found = points(db, 'log', field, others);
  if (field !== '_id' && found.length < others.length) noteAbsent(tail, field, others, found);
  return docs.concat(found);
}

function noteAbsent(tail: LogTail, field: string, values: Scalar[], found: string[]): void {
  const present = new Set(found.map((doc) => (JSON.parse(doc) as Record<string, Scalar>)[field]));
  for (const value of values) if (!present.has(value)) tail.checks.noteAbsent(field, value);
}

function logRange(db: Connection, tail: LogTail, asked: Range): string[] {
  const rows = range(db, 'log', asked);
  const checked = checkRange('log', asked);
  const waiting = asked.index === '_id' ? entriesIn(tail, checked) : [];
  if (waiting.length === 0) return rows.map(([, doc]) => doc);
  const merged = rows.concat(waiting.map(({ id, doc }) => [id, doc]));
  merged.sort(([a], [b]) => (checked.desc ? compareIds(b, a) : compareIds(a, b)));
  return merged.slice(0, limitOf(asked)).map(([, doc]) => doc);
}

function logCount(db: Connection, tail: LogTail, asked: Range): number {
  const waiting = asked.index === '_id' ? entriesIn(tail, checkRange('log', asked)).length : 0;
  return Math.min(count(db, 'log', asked) + waiting, limitOf(asked, LIMIT_MAX));
}

function entriesIn(tail: LogTail, { prefix, bounds }: CheckedRange): TailEntry[] {
  if (prefix.length > 0) {
    const entry = tail.memory.get(String(prefix[0]));
    return entry ? [entry] : [];
  }
  if (bounds.some(({ value }) => typeof value !== 'string')) return [];
  const inside = (id: string) => bounds.every(({ op, value }) => holds(op, compareIds(id, String(value))));
  return [...candidates(tail, bounds)].filter(({ id }) => inside(id));
}

/** All entries, or those of one room where the bounds leave no other. */
function candidates(tail: LogTail, bounds: CheckedRange['bounds']): Iterable<TailEntry> {
  const from = bounds.find(({ op }) => op.startsWith('>'))?.value;
  const below = bounds.find(({ op }) => op.startsWith('<'))?.value;
  if (typeof from !== 'string' || typeof below !== 'string') return tail.memory.all();
  const room = roomOf(from);
  const end = `${room.slice(0, -1)};`;
  if (room === '' || !(below === end || below.startsWith(room))) return tail.memory.all();
  return tail.memory.ofRoom(room);
}

function holds(op: '>' | '>=' | '<' | '<=', order: number): boolean {
  if (op === '>') return order > 0;
  if (op === '>=') return order >= 0;
  return op === '<' ? order < 0 : order <= 0;
}

const SURROGATE = /[\ud800-\udfff]/;

/** By their bytes, as SQLite does; the languages differ only beyond the basic plane. */
function compareIds(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
