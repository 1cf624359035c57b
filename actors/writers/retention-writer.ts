/**
 * Removes documents after their span, by the table of retentions. Nobody waits for it: a batch is one read and one bulk
 * of guarded deletions, and a run ends after a time.
 */
import type { Env } from '#actors/runtime/env.js';
import { marksBetween, PUSH_MARK_KEPT_MS, slotOfMark } from '#src/domain/messages/push-marks.js';
import { type CollectionName, collections, type IndexSpec } from '#src/store/collections.js';
import { type Expiry, type Retention, retentions } from '#src/store/retention.js';
import type { Doc, Range, Scalar, Store, Write } from '#src/store/store.js';
import type { RetentionWriter } from './commands.js';

const BATCH_MAX = 500;
/** Time limit of one run, less than the interval of the job. The next run continues. */
const RUN_MAX_MS = 30_000;

type Kept = Doc & Record<string, Scalar>;

export function createRetentionWriter(
  store: Store,
  env: Pick<Env, 'now'>,
  table: Readonly<Record<CollectionName, Retention>> = retentions,
): RetentionWriter {
  return {
    async sweep() {
      const until = env.now() + RUN_MAX_MS;
      let swept = 0;
      for (const [from, retention] of Object.entries(table)) {
        if (retention.kept !== 'for') continue;
        swept += await sweepCollection({ store, env, until }, from as CollectionName, retention.expiry);
      }
      return swept + (await sweepPushMarks({ store, env, until }));
    },
  };
}

interface Run {
  store: Store;
  env: Pick<Env, 'now'>;
  until: number;
}

/** The id may have been used again since the read. */
function sweepCollection(run: Run, from: CollectionName, expiry: Expiry): Promise<number> {
  const time = timeField(from, expiry);
  const removal = (doc: Kept): Write => {
    return { op: 'del', in: from, id: doc._id, guard: { equals: { [time]: doc[time] ?? null } } };
  };
  return sweepOld(run, from, expiry, removal);
}

/**
 * Rooms in which nobody has a device keep their marks: no pass settles them. The memory of a room may still name a mark
 * that was removed, and settles it once more without an effect. Slots without marks cost nothing.
 */
async function sweepPushMarks(run: Run): Promise<number> {
  const unmarking = ({ _id, toPush = null }: Kept): Write => {
    return { op: 'set', in: 'log', id: _id, unset: ['toPush'], guard: { equals: { toPush } } };
  };
  const { store, env, until } = run;
  let swept = 0;
  for (let slot = WITHOUT_SLOT; env.now() < until; slot += 1) {
    const { gte } = marksBetween(slot, slot, 0);
    const [next] = await store.range<Kept>('log', { index: 'pushSince', gte, limit: 1 });
    if (!next) break;
    slot = slotOfMark(next.toPush as number);
    const begins = marksBetween(slot, slot, 0).gte;
    // Its marks are times that begin there.
    const old = { index: 'pushSince', gte: begins, afterMs: PUSH_MARK_KEPT_MS - begins };
    swept += await sweepOld(run, 'log', old, unmarking);
  }
  return swept;
}

/** Marks of an earlier version come first. */
const WITHOUT_SLOT = -1;

type OldRange = Expiry & Pick<Range, 'gte'>;

async function sweepOld(
  { store, env, until }: Run,
  from: CollectionName,
  { afterMs, ...range }: OldRange,
  writeOf: (doc: Kept) => Write,
): Promise<number> {
  let swept = 0;
  do {
    const old = await store.range<Kept>(from, { ...range, lte: env.now() - afterMs, limit: BATCH_MAX });
    if (old.length > 0) await store.write(old.map(writeOf), { bulk: true });
    swept += old.length;
    if (old.length < BATCH_MAX) break;
  } while (env.now() < until);
  return swept;
}

/** The field that the span is counted from. */
function timeField(from: CollectionName, { index, prefix = [] }: Expiry): string {
  const { fields } = (collections[from].indexes as Record<string, IndexSpec>)[index] as IndexSpec;
  return fields[prefix.length] as string;
}
