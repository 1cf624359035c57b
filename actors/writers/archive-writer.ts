/**
 * Archives stretches of logs (ADR 0107), on the store under the archive. Each step may be repeated, by this node or by
 * another one: a change of the document is guarded by its rev, and a row goes only if it is the row of the object.
 */
import type { Env } from '#actors/runtime/env.js';
import { FORMAT } from '#src/domain/format.js';
import { formatTable } from '#src/domain/log/format-table.js';
import { PUBLISHED_MS, packHashes, requestHash } from '#src/store/archive/room-archives.js';
import {
  type ArchiveObjects,
  earlierObjects,
  entriesOf,
  isHeld,
  isInRareIndex,
  objectKey,
  placeOfStretch,
  ROW_BYTES_MAX,
  removeObjects,
  STRETCH_ENTRIES,
  type Stretch,
  stretchId,
} from '#src/store/archive/stretch.js';
import {
  checkedStretch,
  encodeStretch,
  type LogDoc,
  type PackedStretch,
  packedRow,
  sha256Of,
  unpackedRow,
} from '#src/store/archive/stretch-codec.js';
import { recordArchiving } from '#src/store/schema/format.js';
import { type Store, StretchDamaged, type Write } from '#src/store/store.js';
import type { ArchiveWriter } from './commands.js';

/** Where a process may be ended on purpose. */
export type ArchiveStep = 'named' | 'written' | 'published' | 'cleared' | 'removed' | 'done';

export interface ArchiveWriterDeps {
  /** The store under the archive. */
  rows: Store;
  objects: ArchiveObjects;
  env: Pick<Env, 'now'>;
  /** The newest format that each living node knows: an older one would see holes. Default: this version's own. */
  format?: () => number;
  /** Called after each step; only tests pass one. */
  after?: (step: ArchiveStep) => void;
}

/** Rows that go in one write. */
const BATCH_MAX = 128;
const DUE_MAX = 1_000;
/** An interrupted step is repeated after this time, and a row that changed meanwhile is archived again. */
const RETRY_MS = 60_000;
/** Steps of one stretch in one run: its object is written, and its rows go; a changed row has it written again. */
const STEPS_MAX = 3;

const unpublished = { rev: 0, state: 'writing' as const, key: null, sha256: '', bytes: 0, rows: 0, requests: '' };

export function createArchiveWriter(deps: ArchiveWriterDeps): ArchiveWriter {
  const { rows: store, env, objects } = deps;
  return {
    entries: STRETCH_ENTRIES,

    async next(room) {
      const newest = { index: '_id', gt: `${room}:`, lt: `${room};`, desc: true, limit: 1 };
      const [last] = await store.range<Stretch>('stretches', newest);
      return last ? last.at + (last.key === null ? 0 : 1) : 0;
    },

    async archive(room, at) {
      if (!isKnown(deps)) return false;
      await recordArchiving(store);
      const id = stretchId(room, at);
      const doc = { _id: id, room, at, ...unpublished, dueAt: env.now() + RETRY_MS };
      await store.write([{ op: 'put', in: 'stretches', doc, guard: { absent: true } }]);
      const stretch = await store.get<Stretch>('stretches', id);
      return stretch !== null && (stretch.key !== null || (await writeObject(deps, stretch)));
    },

    advance: (id) => advance(deps, id),

    async renew(room) {
      const range = { index: 'dueInRoom', prefix: [room], limit: DUE_MAX };
      const due = await store.range<Stretch>('stretches', range);
      for (const { _id } of due) await advance(deps, _id);
      return (await store.range('stretches', { ...range, limit: 1 })).length === 0;
    },

    removeObjects: (room) => removeObjects(objects, room),
  };
}

async function advance(deps: ArchiveWriterDeps, id: string): Promise<number> {
  let steps = 0;
  while (steps < STEPS_MAX && (await step(deps, id))) steps += 1;
  return steps;
}

/** False if there is none yet, or another node does it. */
async function step(deps: ArchiveWriterDeps, id: string): Promise<boolean> {
  const stretch = await deps.rows.get<Stretch>('stretches', id);
  if (!stretch || stretch.state === 'archived') return false;
  if (stretch.state !== 'clearing') return writeObject(deps, stretch);
  const clearsAt = (stretch.publishedAt ?? 0) + PUBLISHED_MS;
  return deps.env.now() >= clearsAt && isKnown(deps) && clear(deps, stretch);
}

/** Asked once more before rows go: a node that opened the store before the first stretch has joined by then. */
const isKnown = ({ format }: ArchiveWriterDeps): boolean => (format?.() ?? FORMAT) >= formatTable.archivedStretches;

/** The document after the change, or null if it was changed or removed by another one. */
async function change(
  { rows: store }: ArchiveWriterDeps,
  { _id: id, rev }: Stretch,
  set: Partial<Stretch>,
  unset: string[] = [],
): Promise<Stretch | null> {
  const write: Write = {
    op: 'set',
    in: 'stretches',
    id,
    set: { ...set, rev: rev + 1 },
    unset,
    guard: { equals: { rev } },
  };
  const [isDone] = await store.write([write]);
  const stretch = isDone ? await store.get<Stretch>('stretches', id) : null;
  return stretch?.rev === rev + 1 ? stretch : null;
}

async function packedOf({ objects }: ArchiveWriterDeps, stretch: Stretch): Promise<PackedStretch> {
  return stretch.key === null ? new Map() : checkedStretch(stretch, await objects.read(stretch.key, stretch.bytes));
}

/** All its entries: the rows, and of its object those that are no rows. */
async function gather(deps: ArchiveWriterDeps, stretch: Stretch): Promise<LogDoc[]> {
  const rows = await deps.rows.range<LogDoc>('log', entriesOf(stretch));
  const docs = new Map(rows.map((doc) => [doc.seq, doc]));
  for (const [seq, packed] of await packedOf(deps, stretch)) {
    if (!docs.has(seq)) docs.set(seq, unpackedRow(stretch.room, seq, packed));
  }
  if (docs.size !== STRETCH_ENTRIES)
    throw new StretchDamaged(placeOfStretch(stretch), `${docs.size} entries are there`);
  return [...docs.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * A row that changes while the object is written is a row and stays one, because the object holds another; one that was
 * archived comes back with a new rev of the document, and the object is not published.
 */
async function writeObject(deps: ArchiveWriterDeps, given: Stretch): Promise<boolean> {
  const { objects, env, after = () => undefined } = deps;
  const docs = await gather(deps, given);
  const named = await change(deps, given, { state: 'writing', dueAt: env.now() + RETRY_MS });
  if (!named) return false;
  after('named');
  const packed = packedRows(docs);
  const bytes = await encodeStretch(packed);
  const key = objectKey(named);
  await objects.write(key, bytes);
  after('written');
  const { publishedAt = env.now() } = named;
  const published = await change(deps, named, {
    state: 'clearing',
    key,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
    rows: packed.size,
    // Of the whole stretch: a row that is no part of this object may be one of the next.
    requests: packHashes(docs.flatMap(({ dedup }) => (typeof dedup === 'string' ? [requestHash(dedup)] : []))),
    publishedAt,
    dueAt: Math.max(env.now(), publishedAt + PUBLISHED_MS),
  });
  if (!published) return discard(deps, given, key);
  after('published');
  return true;
}

/** Nothing names the object, unless a write with an unknown outcome was repeated. */
async function discard({ rows: store, objects }: ArchiveWriterDeps, { _id }: Stretch, key: string): Promise<false> {
  const stretch = await store.get<Stretch>('stretches', _id);
  if (stretch?.key !== key) await objects.remove([key]);
  return false;
}

function packedRows(docs: readonly LogDoc[]): PackedStretch {
  const packed = new Map<number, string>();
  for (const doc of docs) {
    if (isInRareIndex(doc)) continue;
    const row = packedRow(doc);
    if (row.length <= ROW_BYTES_MAX) packed.set(doc.seq, row);
  }
  return packed;
}

/** The rows of the object go. A row that is another by now stays, and its stretch is written again. */
async function clear(deps: ArchiveWriterDeps, stretch: Stretch): Promise<boolean> {
  const { rows: store, objects, env, after = () => undefined } = deps;
  const packed = await packedOf(deps, stretch);
  const writes = [...packed].map(([seq, row]): Write => {
    const same = unpackedRow(stretch.room, seq, row);
    return { op: 'del', in: 'log', id: same._id, guard: { same } };
  });
  for (let at = 0; at < writes.length; at += BATCH_MAX) {
    await store.write(writes.slice(at, at + BATCH_MAX), { bulk: true });
    after('cleared');
  }
  const earlier = await earlierObjects(objects, stretch);
  if (earlier.length > 0 && (await isHeld(objects, env.now()))) {
    await change(deps, stretch, { dueAt: env.now() + RETRY_MS });
    return false;
  }
  await objects.remove(earlier);
  after('removed');
  const left = await store.range<LogDoc>('log', entriesOf(stretch));
  const isChanged = left.some(({ seq }) => packed.has(seq));
  const done = isChanged
    ? await change(deps, stretch, { state: 'thawed', dueAt: env.now() + RETRY_MS })
    : await change(deps, stretch, { state: 'archived' }, ['dueAt']);
  after('done');
  return done !== null && isChanged;
}
