/** Reads the rows of archived stretches. Packed stretches stay in memory while they are in use, bounded by their bytes. */
import { type Reader, StretchDamaged } from '../store.js';
import { type ArchiveObjects, numberOf, type Place, type Stretch, stretchId } from './stretch.js';
import { checkedStretch, type LogDoc, type PackedStretch, unpackedRow } from './stretch-codec.js';

/** Packed rows in memory, in characters of one byte. */
const CACHE_BYTES_MAX = 16_777_216;
/** The object of a stretch that is written again is replaced once in ten minutes at most. */
const ATTEMPTS_MAX = 3;

interface Cached {
  rows: Promise<PackedStretch>;
  bytes: number;
}

export class ArchivedRows {
  readonly #reader: Pick<Reader, 'getMany'>;
  readonly #objects: Pick<ArchiveObjects, 'read'>;
  readonly #cache = new Map<string, Cached>();
  #cachedBytes = 0;

  constructor(reader: Pick<Reader, 'getMany'>, objects: Pick<ArchiveObjects, 'read'>) {
    this.#reader = reader;
    this.#objects = objects;
  }

  /** In the order of the places; null for what no object holds. */
  async at(places: readonly Place[]): Promise<(LogDoc | null)[]> {
    const ids = [...new Set(places.map(({ room, seq }) => stretchId(room, numberOf(seq))))];
    const stretches = await this.#reader.getMany<Stretch>('stretches', ids);
    const packed = new Map<string, PackedStretch>();
    for (const stretch of stretches) if (stretch?.key) packed.set(stretch._id, await this.packed(stretch));
    return places.map(({ room, seq }) => {
      const row = packed.get(stretchId(room, numberOf(seq)))?.get(seq);
      return row === undefined ? null : unpackedRow(room, seq, row);
    });
  }

  /** The rows of the stretch's object; of its newest one, if it is replaced meanwhile. */
  async packed(given: Stretch): Promise<PackedStretch> {
    let stretch: Stretch | null = given;
    for (let attempt = 1; stretch?.key; attempt += 1) {
      try {
        return await this.#load(stretch);
      } catch (cause) {
        const { key }: Stretch = stretch;
        [stretch = null] = await this.#reader.getMany<Stretch>('stretches', [given._id]);
        const isReplaced = stretch !== null && stretch.key !== key;
        if (!(cause instanceof StretchDamaged) || !isReplaced || attempt === ATTEMPTS_MAX) throw cause;
      }
    }
    return new Map();
  }

  #load(stretch: Stretch): Promise<PackedStretch> {
    const key = stretch.key as string;
    const known = this.#cache.get(key);
    if (known) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return known.rows;
    }
    const cached: Cached = { rows: this.#read(stretch, key), bytes: 0 };
    this.#cache.set(key, cached);
    cached.rows.then(
      (rows) => this.#count(key, cached, rows),
      () => this.#cache.delete(key),
    );
    return cached.rows;
  }

  async #read(stretch: Stretch, key: string): Promise<PackedStretch> {
    return checkedStretch(stretch, await this.#objects.read(key, stretch.bytes));
  }

  #count(key: string, cached: Cached, rows: PackedStretch): void {
    if (this.#cache.get(key) !== cached) return;
    for (const row of rows.values()) cached.bytes += row.length;
    this.#cachedBytes += cached.bytes;
    for (const [oldest, { bytes }] of this.#cache) {
      if (this.#cachedBytes <= CACHE_BYTES_MAX || oldest === key) break;
      this.#cache.delete(oldest);
      this.#cachedBytes -= bytes;
    }
  }
}
