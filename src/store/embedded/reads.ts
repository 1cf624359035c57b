import type { CollectionName } from '../collections.js';
import { keysFrom } from '../linked-reads.js';
import type { Doc, Range } from '../store.js';
import { type CheckedRange, checkRange, countLimitOf, limitOf } from '../validate.js';
import { columnName, type SqlValue, sqlValue } from './columns.js';
import type { Connection } from './database.js';
import { answerOf, columnValue, docColumns, docsOf, isDigest, isPacked, PACKED } from './documents.js';
import { idIn, keyBound } from './row-ids.js';
import { PAGE_ROWS_MIN, pageSql, type RowPage } from './row-pages.js';
import { indexName, presence } from './tables.js';
import type { ReadRequest } from './worker-protocol.js';

/** `isMixed`: the collection has rows of an older form. */
export function read(db: Connection, request: ReadRequest, isMixed: boolean): unknown {
  switch (request.op) {
    case 'points':
      return points(db, request, isMixed);
    case 'range':
      return rangeOrPage(db, request.from, request.range);
    case 'count':
      return count(db, request.from, request.range);
    case 'linked':
      return linked(db, request, isMixed);
  }
}

type LinkedRequest = Extract<ReadRequest, { op: 'linked' }>;

/** The answer to the start, then to each step. No write comes between them. */
function linked(db: Connection, { from, start, steps }: LinkedRequest, isMixed: boolean): string[][] {
  const byId = (into: CollectionName, values: string[]) =>
    points(db, { op: 'points', from: into, field: '_id', values }, isMixed);
  const answers = ['range' in start ? range(db, from, start.range) : byId(from, [...start.ids])];
  const docs: Doc[][] = [docsOf(from, answers[0] as string[])];
  for (const [at, step] of steps.entries()) {
    const answer = byId(step.in, keysFrom(docs, step.keys));
    answers.push(answer);
    docs.push(steps.some(({ keys }) => keys.some(({ of }) => of === at + 1)) ? docsOf(step.in, answer) : []);
  }
  return answers;
}

/**
 * One statement for each list length would fill the cache. These lengths suffice: the last chunk repeats its last key.
 */
const LIST_LENGTHS = [1, 4, 16, 64] as const;

function points(db: Connection, { from, field, values }: PointsRequest, isMixed: boolean): string[] {
  // Older rows hold the text itself. They come first: a row that is packed between two statements is found twice.
  const keys = isMixed && (field === '_id' || isDigest(from, field)) ? values.map(sqlValue) : [];
  keys.push(...values.map((value) => columnValue(from, field, value)));
  const rows: unknown[][] = [];
  for (let at = 0; at < keys.length; ) {
    const left = keys.length - at;
    const length = LIST_LENGTHS.find((candidate) => candidate >= left) ?? 64;
    const some = keys.slice(at, at + length);
    while (some.length < length) some.push(some[0] ?? null);
    rows.push(...db.all(pointsSql(from, field, length), some));
    at += length;
  }
  return answerOf(from, rows);
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

/** A long range of ids is a page, unless rows of an older form are among them. */
function rangeOrPage(db: Connection, from: CollectionName, asked: Range): string[] | RowPage {
  const isLong = limitOf(asked) >= PAGE_ROWS_MIN;
  if (!isLong || asked.index !== '_id' || !isPacked(from)) return range(db, from, asked);
  const checked = checkRange(from, asked);
  if (rowsOf(db, from, { ...asked, limit: 1 }, textConditions(checked)).length > 0) return range(db, from, asked);
  const { where, values } = keyConditions(checked);
  const [rows, lengths] = db.first(pageSql(rowsSql(from, asked, where)), [...values, limitOf(asked)]) ?? [];
  return rows === null ? [] : { rows: rows as Uint8Array, lengths: lengths as string };
}

function range(db: Connection, from: CollectionName, asked: Range): string[] {
  const checked = checkRange(from, asked);
  const limit = limitOf(asked);
  if (asked.index !== '_id' || !isPacked(from)) return answerOf(from, rowsOf(db, from, asked, conditions(checked)));
  const [texts, keys] = [textConditions(checked), keyConditions(checked)].map((where) =>
    rowsOf(db, from, asked, where),
  );
  return answerOf(from, merged(texts ?? [], keys ?? [], checked.desc).slice(0, limit));
}

function rowsOf(db: Connection, from: CollectionName, asked: Range, { where, values }: Conditions): unknown[][] {
  return db.all(rowsSql(from, asked, where), [...values, limitOf(asked)]);
}

function rowsSql(from: CollectionName, asked: Range, where: string): string {
  const { spec, desc } = checkRange(from, asked);
  const direction = desc ? ' DESC' : '';
  const order = [...new Set([...spec.fields, '_id'])].map((field) => columnName(field) + direction);
  return `SELECT ${docColumns(from)} FROM ${source(from, asked.index)}${where} ORDER BY ${order.join(', ')} LIMIT ?`;
}

/**
 * Two lists in the order of the ids, as one. Nearly always one of them is empty. A reader beside the service may find a
 * row that was packed between its two statements in both.
 */
function merged(texts: unknown[][], keys: unknown[][], desc: boolean): unknown[][] {
  if (texts.length === 0) return keys;
  if (keys.length === 0) return texts;
  const rows = [...texts, ...keys].map((row) => ({ id: idIn(row[0]), row }));
  rows.sort((a, b) => (a.id < b.id !== desc ? -1 : 1));
  return rows.filter(({ id }, at) => id !== rows[at - 1]?.id).map(({ row }) => row);
}

function count(db: Connection, from: CollectionName, asked: Range): number {
  const checked = checkRange(from, asked);
  const limit = countLimitOf(asked);
  const hasKeys = asked.index === '_id' && isPacked(from);
  const parts = hasKeys ? [textConditions(checked), keyConditions(checked)] : [conditions(checked)];
  const counts = parts.map(({ where, values }) => {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${source(from, asked.index)}${where} LIMIT ?)`;
    return Number(db.first(sql, [...values, limit])?.[0] ?? 0);
  });
  return Math.min(
    limit,
    counts.reduce((sum, part) => sum + part, 0),
  );
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

interface Conditions {
  where: string;
  values: SqlValue[];
}

function conditions({ spec, prefix, field, bounds }: CheckedRange): Conditions {
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

/** Of the rows whose id is text. A range over ids has a prefix if it names one of them. */
function textConditions(checked: CheckedRange): Conditions {
  const { where, values } = conditions(checked);
  const isText = `id < x''`;
  return { where: where ? `${where} AND ${isText}` : ` WHERE ${isText}`, values };
}

/** Of the rows whose id is a key (row-ids.ts). */
function keyConditions({ prefix, bounds }: CheckedRange): Conditions {
  // SQLite seeks to the first lower bound that it is given: beside one of the range, this one would begin at the first row of all.
  const terms = bounds.some(({ op }) => op.startsWith('>')) ? [] : ["id >= x''"];
  const values: SqlValue[] = [];
  for (const id of prefix) {
    terms.push('id IS ?');
    values.push(columnValue(PACKED, '_id', id));
  }
  for (const bound of bounds) {
    const { op, key } = keyBound(bound);
    terms.push(`id ${op} ?`);
    values.push(key);
  }
  return { where: ` WHERE ${terms.join(' AND ')}`, values };
}
