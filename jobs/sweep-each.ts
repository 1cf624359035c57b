/**
 * Works through due items. An item that fails delays no other one: it is passed over in this run, put off for later
 * runs, and named at the end.
 */
import { mapLimit } from '#src/concurrency/map-limit.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import type { PutOff } from './put-off.js';

export interface SweepEach {
  /** The ids of due items, in the order in which they became due. An id may occur again. */
  pages: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** Resolves with the number of things that it did for the item. A rejection is a failure. */
  sweep(id: string): Promise<number>;
  putOff: PutOff;
  now(): number;
  /** Items in progress at once; 8 by default. */
  concurrency?: number;
  /** ms after which no further item begins. */
  runMaxMs?: number;
}

const CONCURRENCY = 8;
/** Less than the usual interval of a job. */
const RUN_MAX_MS = 50_000;
const NAMED_MAX = 5;
const PAGE_SIZE = 200;
/** The most that a range read gives. */
const PAGE_SIZE_MAX = 10_000;
/** So many failures without a success are an outage: the run ends, and the next one tries again. */
const FAILED_IN_A_ROW_MAX = 500;

/** Returns the sum of the counts. Rejects at its end if items failed. */
export async function sweepEach(run: SweepEach): Promise<number> {
  const { pages, sweep, putOff, now, concurrency = CONCURRENCY, runMaxMs = RUN_MAX_MS } = run;
  const until = now() + runMaxMs;
  const visited = new Set<string>();
  const failed = new Map<string, unknown>();
  let done = 0;
  let failedInARow = 0;
  const isOver = () => now() >= until || failedInARow >= FAILED_IN_A_ROW_MAX;
  const sweepOne = async (id: string) => {
    if (isOver()) return;
    try {
      const count = await sweep(id);
      done += count;
      putOff.succeeded(id);
      failedInARow = 0;
    } catch (error) {
      putOff.failed(id);
      failed.set(id, error);
      failedInARow += 1;
    }
  };
  for await (const page of pages) {
    const due = [...new Set(page)].filter((id) => !visited.has(id) && !putOff.has(id));
    for (const id of due) visited.add(id);
    await mapLimit(due, concurrency, sweepOne);
    if (isOver()) break;
  }
  throwFailures(failed);
  return done;
}

/** "3 items could not be swept: a (why), b (why), …". The first few are in the error, so that a log line stays short. */
export function throwFailures(failed: ReadonlyMap<string, unknown>, what = 'items'): void {
  if (failed.size === 0) return;
  const first = [...failed].slice(0, NAMED_MAX);
  const named = first.map(([id, error]) => `${id} (${(error as Error).message})`).join(', ');
  const text = `${failed.size} ${what} could not be swept: ${named}${failed.size > NAMED_MAX ? ', …' : ''}`;
  throw new AggregateError(
    first.map(([, error]) => error),
    text,
  );
}

/** The value of an answer of an actor. A refusal counts as a failure of the item. */
export function accepted<R>(answer: { ok: true; value: R } | { ok: false; code: ErrorCode }): R {
  if (answer.ok) return answer.value;
  throw new RefusalError(answer.code, { message: answer.code });
}

/** The ids of the items that the documents belong to, page by page. */
export async function* idsOf<T>(
  pages: AsyncIterable<readonly T[]>,
  idOf: (doc: T) => string,
): AsyncGenerator<string[]> {
  for await (const page of pages) yield page.map(idOf);
}

interface DueRange extends Range {
  /** The field of the index that holds the time. */
  time: string;
  gte?: number;
}

/**
 * The documents of an index of times, in pages. Each page begins where the last one ended, so that documents that stay
 * due are passed by. A page grows while all of it has the same time, because those behind would never be read if its own
 * documents stay due.
 */
export async function* duePages<T extends Doc>(
  reader: Pick<Reader, 'range'>,
  from: CollectionName,
  { time, limit = PAGE_SIZE, gte: earliest = Number.NEGATIVE_INFINITY, ...range }: DueRange,
): AsyncGenerator<T[]> {
  for (let gte = earliest, size = limit; ; ) {
    const bounds = Number.isFinite(gte) ? { gte } : {};
    const page = await reader.range<T & Record<string, number>>(from, { ...range, ...bounds, limit: size });
    if (page.length > 0) yield page;
    const last = page.at(-1)?.[time];
    if (last === undefined || page.length < size) return;
    const isStuck = last <= gte;
    if (isStuck && size === PAGE_SIZE_MAX) gte += 1;
    else if (isStuck) size = Math.min(size * 2, PAGE_SIZE_MAX);
    else [gte, size] = [last, limit];
  }
}
