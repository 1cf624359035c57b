import { FORMAT_ID, isOfNewerVersion, recordFormat, refuseNewerFormat, type StoreFormat } from '../schema/format.js';
import { type Doc, type Reader, type Store, StoreUnavailable } from '../store.js';
import { type Migration, migrations } from './migrations.js';

interface Applied extends Doc {
  kind: 'migration';
  at: number;
}

const idOf = (name: string): string => `migration:${name}`;

/**
 * Applies the missing migrations in order, and records each by name. An interrupted run continues where it stopped,
 * because every migration may be repeated. A store that a newer version has migrated is refused, unless its format
 * says that this version may still run. At the end the store names this version.
 */
export async function migrate(store: Store, list: readonly Migration[] = migrations): Promise<string[]> {
  const done = await refuseUnknownMigrations(store, list);
  const applied: string[] = [];
  for (const { name, run } of list) {
    if (done.has(idOf(name))) continue;
    await run(store);
    await store.write([{ op: 'put', in: 'meta', doc: { _id: idOf(name), kind: 'migration', at: await store.now() } }]);
    applied.push(name);
  }
  await recordFormat(store);
  return applied;
}

/** Whether migrations of this version are missing in the store. */
export async function isMigrated(store: Reader, list: readonly Migration[] = migrations): Promise<boolean> {
  const done = await refuseUnknownMigrations(store, list);
  return list.every(({ name }) => done.has(idOf(name)));
}

/** The ids of the applied migrations, all of which this version knows or need not know. */
async function refuseUnknownMigrations(store: Reader, list: readonly Migration[]): Promise<Set<string>> {
  const [recorded, format] = await Promise.all([
    store.range<Applied>('meta', { index: '_id', gte: idOf(''), lt: 'migration;' }),
    store.get<StoreFormat>('meta', FORMAT_ID),
  ]);
  refuseNewerFormat(format);
  const known = new Set(list.map(({ name }) => idOf(name)));
  const unknown = recorded.find(({ _id }) => !known.has(_id));
  if (unknown && !isOfNewerVersion(format)) {
    throw new StoreUnavailable(
      `the store was changed by a newer version (${unknown._id}); start that version or newer`,
    );
  }
  return new Set(recorded.map(({ _id }) => _id));
}
