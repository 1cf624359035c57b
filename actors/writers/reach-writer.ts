import type { Store, Write } from '#src/store/store.js';
import type { ReachWriter } from './commands.js';

/** `rev` is the moment of counting, so that one who was held up does not undo a later count. */
export function createReachWriter(store: Store): ReachWriter {
  return {
    async note(counts) {
      const writes = counts.map((count): Write => {
        const doc = { ...count, rev: count.countedAt };
        return { op: 'put', in: 'segmentReach', doc, guard: { olderThan: count.countedAt } };
      });
      await store.write(writes);
    },
  };
}
