/**
 * What a node knows of the archived stretches of the rooms that are written to: the last archived entry, and the hashes
 * of all archived requests. It is at most 30 s old; rows leave the store two minutes after their stretch is published.
 */
import { hash } from 'node:crypto';
import type { Reader } from '../store.js';
import { lastSeqOf, type Stretch, stretchId } from './stretch.js';

/** The time for which a node takes what it has read for true. */
const KNOWN_MS = 30_000;
/** The time from the publication of a stretch until its rows go. */
export const PUBLISHED_MS = 120_000;
/** Of all rooms together, unless one alone needs more. */
const MEMORY_MAX = 67_108_864;
const ROOM_BYTES = 200;
const PAGE = 200;
const HASH_BYTES = 4;

export const requestHash = (dedup: string): number => hash('sha1', dedup, 'buffer').readUInt32BE(0);

/** Sorted, in base64. */
export function packHashes(hashes: number[]): string {
  const bytes = Buffer.allocUnsafe(hashes.length * HASH_BYTES);
  const sorted = Uint32Array.from(hashes).sort();
  for (const [at, hash] of sorted.entries()) bytes.writeUInt32BE(hash, at * HASH_BYTES);
  return bytes.toString('base64');
}

export function unpackHashes(packed: string): Uint32Array {
  const bytes = Buffer.from(packed, 'base64');
  return Uint32Array.from({ length: bytes.length / HASH_BYTES }, (_, at) => bytes.readUInt32BE(at * HASH_BYTES));
}

interface Known {
  until: number;
  /** The number of the last stretch; -1 if there is none. */
  last: number;
  /** One sorted list for each stretch that was read alone, merged now and then. */
  hashes: Uint32Array[];
  reading?: Promise<Known>;
}

export class RoomArchives {
  readonly #reader: Pick<Reader, 'range'>;
  readonly #monotonic: () => number;
  readonly #rooms = new Map<string, Known>();
  #isAny = false;
  #noneUntil = Number.NEGATIVE_INFINITY;
  #bytes = 0;

  constructor(reader: Pick<Reader, 'range'>, monotonic: () => number) {
    this.#reader = reader;
    this.#monotonic = monotonic;
  }

  /** False while nothing is known to be archived; null if that has to be asked. */
  get isEmpty(): boolean | null {
    if (this.#isAny) return false;
    return this.#monotonic() < this.#noneUntil ? true : null;
  }

  /** Whether the store has an archived stretch. */
  async hasAny(): Promise<boolean> {
    const known = this.isEmpty;
    if (known !== null) return !known;
    const askedAt = this.#monotonic();
    const found = await this.#reader.range('stretches', { index: '_id', limit: 1 });
    this.#isAny ||= found.length > 0;
    this.#noneUntil = askedAt + KNOWN_MS;
    return this.#isAny;
  }

  async lastSeq(room: string): Promise<number> {
    const { last } = await this.#known(room);
    return last < 0 ? 0 : lastSeqOf(last);
  }

  /** Whether a request with this hash may be archived. */
  async mayHold(room: string, hash: number): Promise<boolean> {
    const { hashes } = await this.#known(room);
    return hashes.some((sorted) => includes(sorted, hash));
  }

  #known(room: string): Promise<Known> | Known {
    let known = this.#rooms.get(room);
    if (known) this.#rooms.delete(room);
    else {
      known = { until: Number.NEGATIVE_INFINITY, last: -1, hashes: [] };
      this.#bytes += bytesOf(known);
    }
    this.#rooms.set(room, known);
    if (this.#monotonic() < known.until) return known;
    known.reading ??= this.#refresh(room, known).finally(() => delete known.reading);
    return known.reading;
  }

  async #refresh(room: string, known: Known): Promise<Known> {
    const askedAt = this.#monotonic();
    const before = bytesOf(known);
    for (let isMore = true; isMore; ) {
      const gt = known.last < 0 ? `${room}:` : stretchId(room, known.last);
      const found = await this.#reader.range<Stretch>('stretches', { index: '_id', gt, lt: `${room};`, limit: PAGE });
      // Stretches are published in their order: of one without an object, and of those after it, the rows are there.
      const published = found.slice(0, firstUnpublished(found));
      for (const { requests } of published) known.hashes.push(unpackHashes(requests));
      known.last = published.at(-1)?.at ?? known.last;
      isMore = published.length === PAGE;
    }
    if (known.hashes.length > 1) known.hashes = [merged(known.hashes)];
    known.until = askedAt + KNOWN_MS;
    if (this.#rooms.get(room) === known) this.#bytes += bytesOf(known) - before;
    this.#makeRoom(room);
    return known;
  }

  /** The rooms that were not written to for the longest time are read again when they are. */
  #makeRoom(keep: string): void {
    for (const [room, known] of this.#rooms) {
      if (this.#bytes <= MEMORY_MAX || room === keep) return;
      this.#rooms.delete(room);
      this.#bytes -= bytesOf(known);
    }
  }
}

const bytesOf = ({ hashes }: Known): number => ROOM_BYTES + hashes.reduce((sum, { byteLength }) => sum + byteLength, 0);

const firstUnpublished = (stretches: readonly Stretch[]): number => {
  const at = stretches.findIndex(({ key }) => key === null);
  return at < 0 ? stretches.length : at;
};

function includes(sorted: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

/** The first list is the long one: the others are sorted alone, and both are merged. */
function merged([first = new Uint32Array(), ...others]: Uint32Array[]): Uint32Array {
  const rest = new Uint32Array(others.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of others) {
    rest.set(list, at);
    at += list.length;
  }
  rest.sort();
  const all = new Uint32Array(first.length + rest.length);
  for (let [a, b, to] = [0, 0, 0]; to < all.length; to += 1) {
    const isFirst = b >= rest.length || (a < first.length && (first[a] as number) <= (rest[b] as number));
    all[to] = (isFirst ? first[a++] : rest[b++]) as number;
  }
  return all;
}
