/**
 * A reader for which archived rows of the log are rows. A range reads the rows first: what was archived before is in an
 * object by then. Reads over other indexes than the id find every row that these indexes hold, because such rows stay;
 * `count` over ids counts the rows of the store alone.
 */
import type { CollectionName } from '../collections.js';
import { keysFrom } from '../linked-reads.js';
import { scanRange } from '../scan-range.js';
import type {
  Doc,
  GuardedDocs,
  GuardedRange,
  LinkedDocs,
  LinkedStart,
  LinkedStep,
  Places,
  Range,
  Reader,
  Scalar,
  Scan,
  Scanned,
} from '../store.js';
import { limitOf } from '../validate.js';
import { ArchivedRows } from './archived-rows.js';
import { type Hole, piecesOf } from './hole-ranges.js';
import { RoomArchives, requestHash, unpackHashes } from './room-archives.js';
import { type ArchiveObjects, numberOf, placeOf, type Stretch, stretchId } from './stretch.js';
import { type LogDoc, unpackedRow } from './stretch-codec.js';

/** Documents of stretches in one read. */
const STRETCHES_PAGE = 8;

export interface ArchiveParts {
  rows: Reader;
  objects: Pick<ArchiveObjects, 'read'>;
  monotonic(): number;
}

export class ArchivedReader implements Reader {
  protected readonly archives: RoomArchives;
  readonly #rows: Reader;
  readonly #archived: ArchivedRows;

  constructor({ rows, objects, monotonic }: ArchiveParts) {
    this.#rows = rows;
    this.#archived = new ArchivedRows(rows, objects);
    this.archives = new RoomArchives(rows, monotonic);
  }

  async get<T extends Doc>(from: CollectionName, id: string): Promise<T | null> {
    if (from !== 'log' || this.archives.isEmpty) return this.#rows.get<T>(from, id);
    return (await this.getMany<T>(from, [id]))[0] ?? null;
  }

  async getMany<T extends Doc>(from: CollectionName, ids: string[]): Promise<(T | null)[]> {
    const found = await this.#rows.getMany<T>(from, ids);
    if (from !== 'log' || !found.includes(null) || !(await this.archives.hasAny())) return found;
    const missing = ids.filter((_, at) => found[at] === null);
    const archived = await this.archivedRows(missing);
    return found.map((doc, at) => doc ?? ((archived.get(ids[at] as string) ?? null) as T | null));
  }

  async getManyBy<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): Promise<(T | null)[]> {
    const found = await this.#rows.getManyBy<T>(from, index, values);
    if (from !== 'log' || index !== 'dedup' || !found.includes(null) || !(await this.archives.hasAny())) return found;
    return Promise.all(
      found.map(async (doc, at) => doc ?? ((await this.#requested(values[at] as Scalar)) as T | null)),
    );
  }

  async range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]> {
    const found = await this.#rows.range<T>(from, range);
    if (from !== 'log' || range.index !== '_id' || !(await this.archives.hasAny())) return found;
    return (await this.#filled(found as unknown as LogDoc[], range)) as unknown as T[];
  }

  async ranges<T extends Doc>(from: CollectionName, ranges: readonly Range[]): Promise<T[][]> {
    const found = await this.#rows.ranges<T>(from, ranges);
    const overIds = ranges.every(({ index }) => index === '_id');
    if (from !== 'log' || !overIds || !(await this.archives.hasAny())) return found;
    const filled = ranges.map((range, at) => this.#filled((found[at] ?? []) as unknown as LogDoc[], range));
    return (await Promise.all(filled)) as unknown as T[][];
  }

  rangeAfterEach<T extends Doc>(from: CollectionName, places: Places): Promise<T[]> {
    return this.#rows.rangeAfterEach<T>(from, places);
  }

  getGuarding<T extends Doc>(
    from: CollectionName,
    id: string,
    ranges: readonly GuardedRange[],
  ): Promise<GuardedDocs<T>> {
    return this.#rows.getGuarding<T>(from, id, ranges);
  }

  async getLinked(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]): Promise<LinkedDocs> {
    const found = await this.#rows.getLinked(from, start, steps);
    if (!steps.some(leadsToEntries) || !(await this.archives.hasAny())) return found;
    const known = [found.start, ...found.linked];
    const whole = steps.map(async (step, at) => {
      const docs = found.linked[at] ?? [];
      return leadsToEntries(step) ? this.#withArchived(docs, keysFrom(known, step.keys)) : docs;
    });
    return { ...found, linked: await Promise.all(whole) };
  }

  async scan<T extends Doc>(from: CollectionName, scan: Scan): Promise<Scanned<T>> {
    const scanned = await this.#rows.scan<T>(from, scan);
    return from === 'log' && (await this.archives.hasAny()) ? scanRange<T>(this, from, scan) : scanned;
  }

  count(from: CollectionName, range: Range): Promise<number> {
    return this.#rows.count(from, range);
  }

  /** The archived entry that this request made, although its row is gone. */
  protected async archivedRequest(room: string, dedup: string): Promise<LogDoc | null> {
    const hash = requestHash(dedup);
    if (!(await this.archives.mayHold(room, hash))) return null;
    for (let gt = `${room}:`; ; ) {
      const range = { index: '_id', gt, lt: `${room};`, limit: STRETCHES_PAGE };
      const stretches = await this.#rows.range<Stretch>('stretches', range);
      for (const stretch of stretches) {
        const row = holdsHash(stretch, hash) ? await this.#rowOf(stretch, dedup) : null;
        if (row) return row;
      }
      const last = stretches.at(-1);
      if (!last || stretches.length < STRETCHES_PAGE) return null;
      gt = last._id;
    }
  }

  /** Those of these entries that are archived, by their ids. */
  protected async archivedRows(ids: readonly string[]): Promise<Map<string, LogDoc>> {
    const places = ids.map(placeOf).filter((place) => place !== null);
    const found = await this.#archived.at(places);
    return new Map(found.flatMap((doc) => (doc ? [[doc._id, doc]] : [])));
  }

  async #withArchived(docs: Doc[], ids: readonly string[]): Promise<Doc[]> {
    const known = new Set(docs.map(({ _id }) => _id));
    const archived = await this.archivedRows(ids.filter((id) => !known.has(id)));
    return [...docs, ...archived.values()];
  }

  async #requested(dedup: Scalar): Promise<LogDoc | null> {
    if (typeof dedup !== 'string') return null;
    const room = dedup.slice(0, dedup.indexOf(':'));
    const archived = await this.archivedRequest(room, dedup);
    // Between the two reads a change may have brought it back: the row is the truth.
    return archived && ((await this.#rows.get<LogDoc>('log', archived._id)) ?? archived);
  }

  async #rowOf(stretch: Stretch, dedup: string): Promise<LogDoc | null> {
    for (const [seq, packed] of await this.#archived.packed(stretch)) {
      const row = unpackedRow(stretch.room, seq, packed);
      if (row.dedup === dedup) return row;
    }
    return null;
  }

  async #filled(rows: readonly LogDoc[], range: Range): Promise<LogDoc[]> {
    const limit = limitOf(range);
    const pieces = piecesOf(rows, range, rows.length < limit);
    if (pieces.every((piece) => 'row' in piece)) return [...rows];
    const filled: LogDoc[] = [];
    for (const piece of pieces) {
      if (filled.length >= limit) break;
      if ('row' in piece) filled.push(piece.row);
      else filled.push(...(await this.#inHole(piece.hole, limit - filled.length)));
    }
    return filled.slice(0, limit);
  }

  async #inHole({ room, from, to }: Hole, limit: number): Promise<LogDoc[]> {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const desc = from > to;
    const found: LogDoc[] = [];
    let bounds = { gte: stretchId(room, numberOf(low)), lte: stretchId(room, numberOf(high)) };
    for (;;) {
      const page = await this.#rows.range<Stretch>('stretches', {
        index: '_id',
        ...bounds,
        desc,
        limit: STRETCHES_PAGE,
      });
      for (const stretch of page) {
        found.push(...(await this.#between(stretch, { low, high, desc })));
        if (found.length >= limit) return found;
      }
      const last = page.at(-1);
      if (!last || page.length < STRETCHES_PAGE) return found;
      const next = stretchId(room, last.at + (desc ? -1 : 1));
      bounds = desc ? { ...bounds, lte: next } : { ...bounds, gte: next };
      if (bounds.gte > bounds.lte || (desc && last.at === 0)) return found;
    }
  }

  async #between(
    stretch: Stretch,
    { low, high, desc }: { low: number; high: number; desc: boolean },
  ): Promise<LogDoc[]> {
    const packed = await this.#archived.packed(stretch);
    const seqs = [...packed.keys()].filter((seq) => seq >= low && seq <= high).sort((a, b) => a - b);
    if (desc) seqs.reverse();
    return seqs.map((seq) => unpackedRow(stretch.room, seq, packed.get(seq) as string));
  }
}

const leadsToEntries = (step: LinkedStep): boolean => step.in === 'log';

const holdsHash = ({ requests, key }: Stretch, hash: number): boolean =>
  key !== null && unpackHashes(requests).includes(hash);
