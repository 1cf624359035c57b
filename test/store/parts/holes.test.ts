/** Where archived entries lie between the rows of a range, and how stretches and their objects are named. */
import { type Piece, piecesOf } from '#src/store/archive/hole-ranges.js';
import {
  entriesOf,
  firstSeqOf,
  isInRareIndex,
  lastSeqOf,
  numberOf,
  objectKey,
  placeOf,
  placeOfStretch,
  roomOfObject,
  type Stretch,
  stretchId,
} from '#src/store/archive/stretch.js';
import { checkedStretch, encodeStretch, type LogDoc, packedRow, sha256Of } from '#src/store/archive/stretch-codec.js';
import { logId } from '#src/store/collections.js';
import type { Range } from '#src/store/store.js';
import { fc } from '../../support/seeds/fast-check.js';

const ROOM = 'r';
const row = (seq: number, room = ROOM): LogDoc => ({ _id: logId(room, seq), room, seq });

/** Every entry that the pieces name, in their order. */
const namedBy = (pieces: Piece[]): string[] =>
  pieces.flatMap((piece) => {
    if ('row' in piece) return [`row ${piece.row.seq}`];
    const { from, to } = piece.hole;
    const step = from <= to ? 1 : -1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => `archived ${from + step * at}`);
  });

/** A log of `last` entries; those of `stored` are rows, and all others are archived. */
function expected(last: number, stored: Set<number>, isIn: (seq: number) => boolean, desc: boolean): string[] {
  const all = Array.from({ length: last }, (_, at) => at + 1).filter(isIn);
  return (desc ? all.reverse() : all).map((seq) => `${stored.has(seq) ? 'row' : 'archived'} ${seq}`);
}

const bound = fc.record({ seq: fc.integer({ min: 1, max: 12 }), isOpen: fc.boolean() });

describe('the holes of a range', () => {
  it('are the entries that are no rows, in both directions, whatever the bounds are', () => {
    const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(seqs, bound, bound, fc.boolean(), (some, low, high, desc) => {
        fc.pre(low.seq <= high.seq);
        const isIn = (seq: number) =>
          (low.isOpen ? seq > low.seq : seq >= low.seq) && (high.isOpen ? seq < high.seq : seq <= high.seq);
        const rows = [...some].filter(isIn).sort((a, b) => (desc ? b - a : a - b));
        const range: Range = {
          index: '_id',
          ...(low.isOpen ? { gt: logId(ROOM, low.seq) } : { gte: logId(ROOM, low.seq) }),
          ...(high.isOpen ? { lt: logId(ROOM, high.seq) } : { lte: logId(ROOM, high.seq) }),
          desc,
        };
        const docs = rows.map((seq) => row(seq));
        expect(namedBy(piecesOf(docs, range, true))).toEqual(expected(12, new Set(some), isIn, desc));
        // A page that is full says nothing about what comes behind its last row.
        const page = namedBy(piecesOf(docs, range, false));
        const end = rows.at(-1);
        const upTo = (seq: number) => isIn(seq) && end !== undefined && (desc ? seq >= end : seq <= end);
        expect(page).toEqual(expected(12, new Set(some), upTo, desc));
      }),
    );
  });

  it('of a whole room begin with its first entry, and have nothing behind its last row', () => {
    const whole: Range = { index: '_id', gt: 'r:', lt: 'r;' };
    expect(namedBy(piecesOf([row(3), row(5)], whole, true))).toEqual([
      'archived 1',
      'archived 2',
      'row 3',
      'archived 4',
      'row 5',
    ]);
    expect(namedBy(piecesOf([row(3)], { ...whole, desc: true }, true))).toEqual(['row 3', 'archived 2', 'archived 1']);
    expect(piecesOf([], whole, true)).toEqual([]);
    expect(piecesOf([], { ...whole, desc: true }, true)).toEqual([]);
  });

  it('of several rooms are those of each room', () => {
    const rows = [row(2, 'a'), row(3, 'b')];
    const all: Range = { index: '_id', gt: '' };
    const holes = (pieces: Piece[]) => pieces.flatMap((piece) => ('hole' in piece ? [piece.hole] : []));
    expect(holes(piecesOf(rows, all, true))).toEqual([
      { room: 'a', from: 1, to: 1 },
      { room: 'b', from: 1, to: 2 },
    ]);
    expect(holes(piecesOf([...rows].reverse(), { ...all, desc: true }, true))).toEqual([
      { room: 'b', from: 2, to: 1 },
      { room: 'a', from: 1, to: 1 },
    ]);
    expect(holes(piecesOf([row(1, 'b'), row(1, 'a')], { ...all, desc: true }, true))).toEqual([]);
  });
});

describe('a stretch', () => {
  it('has the entries from a multiple of 512 on', () => {
    expect([1, 512, 513, 1_024, 1_025].map(numberOf)).toEqual([0, 0, 1, 1, 2]);
    expect([firstSeqOf(1), lastSeqOf(1), placeOfStretch({ room: 'r', at: 1 })]).toEqual([
      513,
      1_024,
      { room: 'r', seq: 513 },
    ]);
    const { gte, lte, limit, index } = entriesOf({ room: 'r', at: 1 });
    expect([placeOf(gte)?.seq, placeOf(lte)?.seq, limit, index]).toEqual([513, 1_024, 512, '_id']);
  });

  it('is named by its room and its number, which sorts', () => {
    expect(stretchId('r', 35) < stretchId('r', 36)).toBe(true);
    expect(stretchId('r', 36)).toBe('r:000010');
    const keys = [9, 10, 36].map((rev) => objectKey({ room: 'r', at: 40, rev }));
    expect(keys).toEqual([...keys].sort());
    expect([keys[0], roomOfObject(keys[0] as string)]).toEqual(['archive/r/14-00000009.stretch', 'r']);
    expect(roomOfObject('nothing')).toBe('');
  });

  it('is found by the id of an entry, and by no other id', () => {
    expect(placeOf(logId('room-1', 36))).toEqual({ room: 'room-1', seq: 36 });
    expect([':1', 'room-1', 'room-1:', 'room-1:A', 'room-1:123456789', 'room-1;'].map(placeOf)).toEqual(
      Array(6).fill(null),
    );
  });

  it('leaves rows that an index holds which holds few', () => {
    const plain = { ...row(7), dedup: 'r:ada:c' };
    expect([isInRareIndex(plain), isInRareIndex({ ...plain, toPush: 5 })]).toEqual([false, true]);
  });

  it('is refused if its object is missing, is another one, or has another number of rows', async () => {
    const bytes = await encodeStretch(new Map([[7, packedRow(row(7))]]));
    const stretch = { _id: 'r:0', room: 'r', at: 0, key: 'k', sha256: sha256Of(bytes), rows: 1 } as unknown as Stretch;
    expect([...(await checkedStretch(stretch, bytes)).keys()]).toEqual([7]);
    await expect(checkedStretch(stretch, null)).rejects.toThrow('k is missing');
    await expect(checkedStretch({ ...stretch, sha256: 'other' }, bytes)).rejects.toThrow('k has another checksum');
    await expect(checkedStretch({ ...stretch, rows: 2 }, bytes)).rejects.toThrow('k has 1 rows in place of 2');
    const forged = Buffer.from(bytes);
    forged[0] = 0;
    const unmarked = { ...stretch, sha256: sha256Of(forged) };
    await expect(checkedStretch(unmarked, forged)).rejects.toThrow('is no stretch');
  });
});
