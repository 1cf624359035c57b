/** Archives closed stretches of logs (ADR 0107): those that have become old, and the next steps of those that are due. */
import type { ArchiveWriter } from '#actors/writers/commands.js';
import { logId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import { PutOff } from './put-off.js';
import { duePages, idsOf, sweepEach } from './sweep-each.js';

export interface ArchiveDeps {
  archive: ArchiveWriter;
  reader: Reader;
  /** What failed in earlier runs. */
  putOff?: PutOff;
  now(): number;
}

export interface ArchiveLogsDeps extends ArchiveDeps {
  /** The age of the last entry of a stretch. */
  afterMs: number;
  /** Whether this node does the room; each node does those of its slots. */
  takes(room: string): boolean;
  /** The room behind which the next run begins. */
  position?: { after: string };
  runMaxMs?: number;
}

/** Compression takes a thread of Node's pool, of which there are four. */
const CONCURRENCY = 2;
const HEADS_PAGE = 200;
const DAY_MS = 86_400_000;
const RUN_MAX_MS = 600_000;
/** Entries behind a stretch: a room in memory holds so many. */
const BEHIND_MIN = 512;

export const archiveAfterMs = (days: number): number => days * DAY_MS;

/** Returns the number of steps. */
export async function advanceArchive({ archive, reader, now, putOff = new PutOff(now) }: ArchiveDeps): Promise<number> {
  const due = duePages<Doc & { dueAt: number }>(reader, 'stretches', { index: 'due', lte: now(), time: 'dueAt' });
  const sweep = (id: string) => archive.advance(id);
  return sweepEach({ pages: idsOf(due, ({ _id }) => _id), sweep, putOff, now, concurrency: CONCURRENCY });
}

interface Head extends Doc {
  deleted?: boolean;
  appliedSeq: number;
}

/** Returns the number of stretches that were published. The next run goes on where this one ends. */
export async function archiveLogs(deps: ArchiveLogsDeps): Promise<number> {
  const { now, putOff = new PutOff(now), runMaxMs = RUN_MAX_MS } = deps;
  const until = now() + runMaxMs;
  const sweep = (room: string) => archiveRoom(deps, room, until);
  return sweepEach({ pages: longRooms(deps), sweep, putOff, now, concurrency: CONCURRENCY, runMaxMs });
}

/** The rooms with a stretch that may be closed, in the order of their ids. */
async function* longRooms({
  reader,
  archive,
  takes,
  position = { after: '' },
}: ArchiveLogsDeps): AsyncGenerator<string[]> {
  for (;;) {
    const heads = await reader.range<Head>('rooms', { index: '_id', gt: position.after, limit: HEADS_PAGE });
    const long = heads.filter(({ deleted, appliedSeq }) => !deleted && appliedSeq >= archive.entries + BEHIND_MIN);
    yield long.map(({ _id }) => _id).filter(takes);
    const last = heads.length < HEADS_PAGE ? undefined : heads.at(-1);
    position.after = last?._id ?? '';
    if (!last) return;
  }
}

async function archiveRoom(deps: ArchiveLogsDeps, room: string, until: number): Promise<number> {
  const { archive, reader, now, afterMs } = deps;
  const head = await reader.get<Head>('rooms', room);
  let published = 0;
  for (let at = await archive.next(room); head && !head.deleted && now() < until; at += 1) {
    const last = (at + 1) * archive.entries;
    if (last + BEHIND_MIN > head.appliedSeq) break;
    const entry = await reader.get<Doc & { at: number }>('log', logId(room, last));
    if (!entry || entry.at > now() - afterMs || !(await archive.archive(room, at))) break;
    published += 1;
  }
  return published;
}
