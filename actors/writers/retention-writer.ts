/**
 * Removes documents after their span, by the table of retentions. Nobody waits for it: a batch is one read and one bulk
 * of guarded deletions, and a run ends after a time.
 */
import type { Env } from '#actors/runtime/env.js';
import { PUSH_MARK_KEPT_MS } from '#src/domain/messages/push-marks.js';
import { type CollectionName, collections, type IndexSpec } from '#src/store/collections.js';
import { type Expiry, retentions } from '#src/store/retention.js';
import type { Doc, Scalar, Store, Write } from '#src/store/store.js';
import type { RetentionWriter } from './commands.js';

const BATCH_MAX = 500;
/** Time limit of one run, less than the interval of the job. The next run continues. */
const RUN_MAX_MS = 30_000;

type Kept = Doc & Record<string, Scalar>;

export function createRetentionWriter(store: Store, env: Pick<Env, 'now'>): RetentionWriter {
  return {
    async sweep() {
      const until = env.now() + RUN_MAX_MS;
      let swept = 0;
      for (const [from, retention] of Object.entries(retentions)) {
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

async function sweepCollection({ store, env, until }: Run, from: CollectionName, expiry: Expiry): Promise<number> {
  const { index, prefix = [], afterMs } = expiry;
  const time = timeField(from, expiry);
  let swept = 0;
  do {
    const range = { index, prefix, lte: env.now() - afterMs, limit: BATCH_MAX };
    const old = await store.range<Kept>(from, range);
    // The same id may have been used again since the read.
    const writes = old.map(
      (doc): Write => ({ op: 'del', in: from, id: doc._id, guard: { equals: { [time]: doc[time] ?? null } } }),
    );
    if (old.length > 0) await store.write(writes, { bulk: true });
    swept += old.length;
    if (old.length < BATCH_MAX) break;
  } while (env.now() < until);
  return swept;
}

/**
 * Rooms in which nobody has a device keep their marks: no pass settles them. The memory of a room may still name a mark
 * that was removed, and settles it once more without an effect.
 */
async function sweepPushMarks({ store, env, until }: Run): Promise<number> {
  let swept = 0;
  do {
    const range = { index: 'pushSince', lte: env.now() - PUSH_MARK_KEPT_MS, limit: BATCH_MAX };
    const old = await store.range<Kept>('log', range);
    const writes = old.map(({ _id, toPush = null }): Write => {
      return { op: 'set', in: 'log', id: _id, unset: ['toPush'], guard: { equals: { toPush } } };
    });
    if (old.length > 0) await store.write(writes, { bulk: true });
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
