import { type Doc, type Store, StoreUnavailable } from '../store.js';
import { type Migration, migrations } from './migrations.js';

interface Applied extends Doc {
  kind: 'migration';
  at: number;
}

const idOf = (name: string): string => `migration:${name}`;

/**
 * Applies the missing migrations in order, and records each by name. An interrupted run continues where it stopped,
 * because every migration may be repeated. A store that a newer version has migrated is refused.
 */
export async function migrate(store: Store, list: readonly Migration[] = migrations): Promise<string[]> {
  const recorded = await store.range<Applied>('meta', { index: '_id', gte: idOf(''), lt: 'migration;' });
  const known = new Set(list.map(({ name }) => idOf(name)));
  const unknown = recorded.find(({ _id }) => !known.has(_id));
  if (unknown) {
    throw new StoreUnavailable(
      `the store was changed by a newer version (${unknown._id}); start that version or newer`,
    );
  }
  const done = new Set(recorded.map(({ _id }) => _id));
  const applied: string[] = [];
  for (const { name, run } of list) {
    if (done.has(idOf(name))) continue;
    await run(store);
    await store.write([{ op: 'put', in: 'meta', doc: { _id: idOf(name), kind: 'migration', at: await store.now() } }]);
    applied.push(name);
  }
  return applied;
}
