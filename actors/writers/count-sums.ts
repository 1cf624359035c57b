/**
 * Old impressions and taps become sums: one document for each item and day, in the transaction that
 * removes the single ones. Every number that is made of them stays the same at any moment.
 */
import type { Env } from '#actors/runtime/env.js';
import {
  type ImpressionEntry,
  SINGLES_KEPT_MS,
  type SponsoredTap,
  SUM_MS,
  type SummedImpressions,
  type SummedTaps,
  sumId,
} from '#src/domain/sponsored/sponsored.js';
import { asDoc, type Doc, type Store, type Write } from '#src/store/store.js';
import type { CountSums } from './commands.js';

/** Single ones of one transaction. */
const BATCH_MAX = 256;
/** Time limit of one run. The next run continues. */
const RUN_MAX_MS = 60_000;

type Kind = 'usage' | 'sponsoredTaps';
type Single = ImpressionEntry | SponsoredTap;

interface Run {
  store: Store;
  env: Pick<Env, 'now'>;
  until: number;
  /** The beginning of a day: all singles before it may go. */
  before: number;
}

export function createCountSums(store: Store, env: Pick<Env, 'now'>, keptMs: number = SINGLES_KEPT_MS): CountSums {
  return {
    async sumUp() {
      const now = env.now();
      const before = Math.floor((now - keptMs) / SUM_MS) * SUM_MS;
      const run = { store, env, before, until: now + RUN_MAX_MS };
      return (await sumUpKind(run, 'usage')) + (await sumUpKind(run, 'sponsoredTaps'));
    },
  };
}

/** From item to item: the index begins with the oldest row of each. */
async function sumUpKind(run: Run, kind: Kind): Promise<number> {
  let summed = 0;
  for (let item = ''; run.env.now() < run.until; ) {
    const [oldest] = await run.store.range<Single>(kind, { index: 'byItem', gt: item, limit: 1 });
    if (!oldest) break;
    item = oldest.item;
    if (oldest.at < run.before) summed += await sumUpItem(run, kind, item);
  }
  return summed;
}

async function sumUpItem({ store, env, until, before }: Run, kind: Kind, item: string): Promise<number> {
  for (let summed = 0; ; ) {
    const range = { index: 'byItem', prefix: [item], lt: before, limit: BATCH_MAX };
    const singles = await store.range<Single>(kind, range);
    if (singles.length === 0) return summed;
    const { ok } = await store.transaction(await writesFor(store, kind, singles));
    if (ok) summed += singles.length;
    // Another node does the same at the moment: the next run finds what it leaves.
    if (!ok || singles.length < BATCH_MAX || env.now() >= until) return summed;
  }
}

async function writesFor(store: Store, kind: Kind, singles: Single[]): Promise<Write[]> {
  const days = new Map<string, Single[]>();
  for (const single of singles) {
    const id = sumId(single.item, single.at);
    days.set(id, [...(days.get(id) ?? []), single]);
  }
  const known = await store.getMany<Doc>(kind, [...days.keys()]);
  const sums = [...days].map(([id, those], n) => sumWrite(kind, id, those, known[n] !== null));
  const removals = singles.map(
    ({ _id, item, at }): Write => ({ op: 'del', in: kind, id: _id, guard: { equals: { item, at } } }),
  );
  return [...sums, ...removals];
}

function sumWrite(kind: Kind, id: string, singles: Single[], isThere: boolean): Write {
  const { organization, item, at } = singles[0] as Single;
  const of = { _id: id, organization, summedItem: item, at: Math.floor(at / SUM_MS) * SUM_MS };
  if (kind === 'sponsoredTaps') {
    const count = singles.length;
    if (isThere) return { op: 'set', in: kind, id, inc: { count } };
    const doc: SummedTaps = { ...of, count };
    return { op: 'put', in: kind, doc: asDoc(doc), guard: { absent: true } };
  }
  const quantity = (singles as ImpressionEntry[]).reduce((sum, single) => sum + single.quantity, 0);
  if (isThere) return { op: 'set', in: kind, id, inc: { quantity } };
  const doc: SummedImpressions = { ...of, counter: 'impression', source: 'impression', note: null, quantity };
  return { op: 'put', in: kind, doc: asDoc(doc), guard: { absent: true } };
}
