import type { CollectionName } from '../collections.js';
import type { Range } from '../store.js';
import { type CheckedRange, checkRange, countLimitOf, limitOf } from '../validate.js';
import { columnName, type SqlValue, sqlValue } from './columns.js';
import type { Connection } from './database.js';
import { answerOf, columnValue, docColumns, isDigest } from './documents.js';
import { indexName, presence } from './tables.js';
import type { ReadRequest } from './worker-protocol.js';

/** `isMixed`: the collection has rows of an older form. */
export function read(db: Connection, request: ReadRequest, isMixed: boolean): unknown {
  switch (request.op) {
    case 'points':
      return points(db, request, isMixed);
    case 'range':
      return range(db, request.from, request.range);
    case 'count':
      return count(db, request.from, request.range);
  }
}

/**
 * One statement for each list length would fill the cache. These lengths suffice: the last chunk repeats its last key.
 */
const LIST_LENGTHS = [1, 4, 16, 64] as const;

function points(db: Connection, { from, field, values }: PointsRequest, isMixed: boolean): string[] {
  const keys = values.map((value) => columnValue(from, field, value));
  // Older rows hold the text itself.
  if (isMixed && isDigest(from, field)) keys.push(...values.map(sqlValue));
  const rows: unknown[][] = [];
  for (let at = 0; at < keys.length; ) {
    const left = keys.length - at;
    const length = LIST_LENGTHS.find((candidate) => candidate >= left) ?? 64;
    const some = keys.slice(at, at + length);
    while (some.length < length) some.push(some[0] ?? null);
    rows.push(...db.all(pointsSql(from, field, length), some));
    at += length;
  }
  return answerOf(rows);
}

type PointsRequest = Extract<ReadRequest, { op: 'points' }>;

const pointsSqls = new Map<string, string>();

function pointsSql(from: CollectionName, field: string, length: number): string {
  const name = `${from}.${field}.${length}`;
  let sql = pointsSqls.get(name);
  if (!sql) {
    const column = columnName(field);
    const there = field === '_id' ? '' : ` AND ${column} IS NOT NULL`;
    sql = `SELECT ${docColumns(from)} FROM ${from} WHERE ${column} IN (${Array(length).fill('?').join()})${there}`;
    pointsSqls.set(name, sql);
  }
  return sql;
}

function range(db: Connection, from: CollectionName, asked: Range): string[] {
  const checked = checkRange(from, asked);
  const { where, values } = conditions(checked);
  const direction = checked.desc ? ' DESC' : '';
  const order = [...new Set([...checked.spec.fields, '_id'])].map((field) => columnName(field) + direction);
  const sql = `SELECT ${docColumns(from)} FROM ${source(from, asked.index)}${where} ORDER BY ${order.join(', ')} LIMIT ?`;
  return answerOf(db.all(sql, [...values, limitOf(asked)]));
}

function count(db: Connection, from: CollectionName, asked: Range): number {
  const { where, values } = conditions(checkRange(from, asked));
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${source(from, asked.index)}${where} LIMIT ?)`;
  return Number(db.first(sql, [...values, countLimitOf(asked)])?.[0] ?? 0);
}

const source = (from: CollectionName, index: string): string =>
  index === '_id' ? from : `${from} INDEXED BY "${indexName(from, index)}"`;

/**
 * A bound matches values of its own type, as in MongoDB; numbers sort before texts, texts before booleans. A side
 * without a bound gets the edge of the type, because SQLite walks an index from one lower to one upper bound.
 */
const TYPE_EDGES: Record<string, { from?: string; below?: string }> = {
  number: { below: "''" },
  string: { from: "''", below: "x''" },
  boolean: { from: "x''" },
};

function conditions({ spec, prefix, field, bounds }: CheckedRange): { where: string; values: SqlValue[] } {
  const terms = spec.where ? [presence(spec.where)] : [];
  const values: SqlValue[] = [];
  prefix.forEach((value, at) => {
    terms.push(`${columnName(spec.fields[at] ?? '')} IS ?`);
    values.push(sqlValue(value));
  });
  if (field !== undefined) {
    const column = columnName(field);
    const edges = TYPE_EDGES[typeof bounds[0]?.value] ?? {};
    if (edges.from && !bounds.some(({ op }) => op.startsWith('>'))) terms.push(`${column} >= ${edges.from}`);
    if (edges.below && !bounds.some(({ op }) => op.startsWith('<'))) terms.push(`${column} < ${edges.below}`);
    for (const { op, value } of bounds) {
      terms.push(`${column} ${op} ?`);
      values.push(sqlValue(value));
    }
  }
  return { where: terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : '', values };
}
