/**
 * A store that shows guarded writes to an observer once they are durable. Those of a bulk are shown even if a guard
 * refused them. Reads and appends pass through unchanged.
 */
import type { Store, Write } from './store.js';

export function observeWrites(store: Store, observe: (writes: readonly Write[]) => void): Store {
  return {
    engine: store.engine,
    get: (from, id) => store.get(from, id),
    getMany: (from, ids) => store.getMany(from, ids),
    getManyBy: (from, index, values) => store.getManyBy(from, index, values),
    range: (from, range) => store.range(from, range),
    ranges: (from, ranges) => store.ranges(from, ranges),
    rangeAfterEach: (from, places) => store.rangeAfterEach(from, places),
    getGuarding: (from, id, ranges) => store.getGuarding(from, id, ranges),
    getLinked: (from, start, steps) => store.getLinked(from, start, steps),
    scan: (from, scan) => store.scan(from, scan),
    count: (from, range) => store.count(from, range),
    append: (entries) => store.append(entries),
    async write(writes, how) {
      const done = await store.write(writes, how);
      observe(how?.bulk ? writes : writes.filter((_, at) => done[at]));
      return done;
    },
    async transaction(writes) {
      const result = await store.transaction(writes);
      if (result.ok) observe(writes);
      return result;
    },
    now: () => store.now(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
