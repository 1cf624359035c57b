/**
 * A stretch of a room's log: 512 entries from a multiple of 512 on. Of an archived one most rows are in one object
 * (ADR 0107).
 */
import { collections, type IndexSpec, logId, seqIn } from '../collections.js';
import type { Doc } from '../store.js';

export const STRETCH_ENTRIES = 512;
/** A larger row stays a row, so that an object has a bound. */
export const ROW_BYTES_MAX = 65_536;

export interface Stretch extends Doc {
  room: string;
  /** Its number in the room. */
  at: number;
  /** Grows with every change of this document. */
  rev: number;
  /** `thawed`: a row of the object has become a row again, and the object is out of date. */
  state: 'writing' | 'clearing' | 'archived' | 'thawed';
  /** The object with the rows; null before the first one is complete. */
  key: string | null;
  /** When its first object was complete. */
  publishedAt?: number;
  sha256: string;
  bytes: number;
  rows: number;
  /** Hashes of the keys of its requests, sorted, 4 bytes each, in base64. */
  requests: string;
  /** The time of the next step; absent if there is none. */
  dueAt?: number;
}

export interface Place {
  room: string;
  seq: number;
}

const SEQ_PATTERN = /^[0-9a-z]{1,8}$/;

/** The place of an entry by its id, or null. */
export function placeOf(id: string): Place | null {
  const end = id.lastIndexOf(':');
  const digits = id.slice(end + 1);
  return end > 0 && SEQ_PATTERN.test(digits) ? { room: id.slice(0, end), seq: seqIn(id) } : null;
}

export const numberOf = (seq: number): number => Math.floor((seq - 1) / STRETCH_ENTRIES);
export const firstSeqOf = (at: number): number => at * STRETCH_ENTRIES + 1;
export const lastSeqOf = (at: number): number => (at + 1) * STRETCH_ENTRIES;

/** Where a stretch begins. */
export const placeOfStretch = ({ room, at }: Pick<Stretch, 'room' | 'at'>): Place => ({ room, seq: firstSeqOf(at) });

export const stretchId = (room: string, at: number): string => `${room}:${at.toString(36).padStart(6, '0')}`;

/** All ids of the stretch's entries, as a range. */
export const entriesOf = ({ room, at }: Pick<Stretch, 'room' | 'at'>) => ({
  index: '_id',
  gte: logId(room, firstSeqOf(at)),
  lte: logId(room, lastSeqOf(at)),
  limit: STRETCH_ENTRIES,
});

export const ARCHIVE = 'archive/';
export const OBJECT_SUFFIX = '.stretch';
const archiveFolder = (room: string): string => `${ARCHIVE}${room}/`;

const REV_DIGITS = 8;

/** All objects of a stretch. */
const objectsPrefix = ({ room, at }: Pick<Stretch, 'room' | 'at'>): string =>
  `${archiveFolder(room)}${at.toString(36)}-`;

/** Each attempt to write an object has a key of its own, because a write that timed out may land later. */
export const objectKey = (stretch: Pick<Stretch, 'room' | 'at' | 'rev'>): string =>
  `${objectsPrefix(stretch)}${stretch.rev.toString(36).padStart(REV_DIGITS, '0')}${OBJECT_SUFFIX}`;

/** The room of an object, by its key. */
export const roomOfObject = (key: string): string => key.split('/')[1] ?? '';

/** The indexes that hold few rows. */
const rareIndexes = Object.values<IndexSpec>(collections.log.indexes).filter(({ unique }) => !unique);

/** Rows that another index holds are found by it, so that they stay. */
export const isInRareIndex = (doc: Doc & Record<string, unknown>): boolean =>
  rareIndexes.some(({ where = [] }) => where.every((field) => (doc[field] ?? null) !== null));

/** Where the objects are. */
export interface ArchiveObjects {
  /** Null if there is none; at most one byte more than `bytes`. */
  read(key: string, bytes: number): Promise<Uint8Array | null>;
  write(key: string, body: Uint8Array): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** The next keys, in their order. */
  list(prefix: string, after?: string): Promise<string[]>;
}

/** The objects of earlier attempts, and those that were replaced. Later ones may be the work of another node. */
export async function earlierObjects(objects: Pick<ArchiveObjects, 'list'>, stretch: Stretch): Promise<string[]> {
  const { key } = stretch;
  return key === null ? [] : (await objects.list(objectsPrefix(stretch))).filter((other) => other < key);
}

/** All objects of a room that was deleted. */
export async function removeObjects(objects: Pick<ArchiveObjects, 'list' | 'remove'>, room: string): Promise<number> {
  let removed = 0;
  for (let found = await objects.list(archiveFolder(room)); found.length > 0; ) {
    await objects.remove(found);
    removed += found.length;
    found = await objects.list(archiveFolder(room));
  }
  return removed;
}

const HOLDS = `${ARCHIVE}holds/`;
/** A backup that was killed holds objects for so long. */
const HELD_MS = 86_400_000;

/** While a backup reads a moment of the store, the objects of that moment stay. Returns the end of it. */
export async function holdObjects(objects: ArchiveObjects, now: number): Promise<() => Promise<void>> {
  const key = `${HOLDS}${now.toString(36).padStart(9, '0')}.hold`;
  await objects.write(key, new Uint8Array());
  return () => objects.remove([key]);
}

export async function isHeld(objects: Pick<ArchiveObjects, 'list'>, now: number): Promise<boolean> {
  const since = Math.max(0, now - HELD_MS);
  return (await objects.list(HOLDS, `${HOLDS}${since.toString(36).padStart(9, '0')}`)).length > 0;
}
