/** The holes between the rows of a range over ids: a log has none of its own, so that what lies there is archived. */
import type { Range } from '../store.js';
import { type Place, placeOf } from './stretch.js';
import type { LogDoc } from './stretch-codec.js';

/** Entries of one room, both ends included; `from` > `to` in a descending range. */
export interface Hole {
  room: string;
  from: number;
  to: number;
}

export type Piece = { row: LogDoc } | { hole: Hole };

interface Edge extends Place {
  /** The bound leaves the entry itself out. */
  isOpen: boolean;
}

/** `<room>:` stands before the first entry; `<room>;` after the last one, of which nothing is archived. */
function edgeOf(bound: unknown, isOpen: boolean): Edge | null {
  if (typeof bound !== 'string') return null;
  if (bound.endsWith(':')) return { room: bound.slice(0, -1), seq: 0, isOpen };
  const place = placeOf(bound);
  return place && { ...place, isOpen };
}

const lowEdge = ({ gt, gte }: Range): Edge | null => (gt === undefined ? edgeOf(gte, false) : edgeOf(gt, true));
const highEdge = ({ lt, lte }: Range): Edge | null => (lt === undefined ? edgeOf(lte, false) : edgeOf(lt, true));

const firstIn = ({ seq, isOpen }: Edge): number => Math.max(1, isOpen ? seq + 1 : seq);
const lastIn = ({ seq, isOpen }: Edge): number => (isOpen ? seq - 1 : seq);

/** The rows in their order, with the holes between them. `isWhole`: the range ends behind the last row. */
export function piecesOf(rows: readonly LogDoc[], range: Range, isWhole: boolean): Piece[] {
  return range.desc ? descending(rows, range, isWhole) : ascending(rows, range, isWhole);
}

function ascending(rows: readonly LogDoc[], range: Range, isWhole: boolean): Piece[] {
  const pieces: Piece[] = [];
  const low = lowEdge(range);
  let next: Place | null = low && { room: low.room, seq: firstIn(low) };
  for (const row of rows) {
    const from = next?.room === row.room ? next.seq : 1;
    if (from < row.seq) pieces.push({ hole: { room: row.room, from, to: row.seq - 1 } });
    pieces.push({ row });
    next = { room: row.room, seq: row.seq + 1 };
  }
  const high = highEdge(range);
  if (isWhole && high && next?.room === high.room && next.seq <= lastIn(high)) {
    pieces.push({ hole: { room: high.room, from: next.seq, to: lastIn(high) } });
  }
  return pieces;
}

function descending(rows: readonly LogDoc[], range: Range, isWhole: boolean): Piece[] {
  const pieces: Piece[] = [];
  const high = highEdge(range);
  const low = lowEdge(range);
  let next: Place | null = high && { room: high.room, seq: lastIn(high) };
  const downTo = (seq: number): void => {
    if (next && next.seq >= seq) pieces.push({ hole: { room: next.room, from: next.seq, to: seq } });
  };
  for (const row of rows) {
    if (next?.room === row.room) downTo(row.seq + 1);
    else if (next && next.seq > 0 && rows[0] !== row) downTo(1);
    pieces.push({ row });
    next = { room: row.room, seq: row.seq - 1 };
  }
  if (isWhole && next) downTo(low?.room === next.room ? firstIn(low) : 1);
  return pieces;
}
