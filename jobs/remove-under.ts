import type { ObjectStore } from '#src/adapters/object-store/object-store.js';

/** Removes all objects whose keys begin so. A list is one page, so it is asked for until it is empty. */
export async function removeUnder(objects: Pick<ObjectStore, 'list' | 'remove'>, prefix: string): Promise<void> {
  for (let found = await objects.list(prefix); found.length > 0; found = await objects.list(prefix)) {
    await objects.remove(found.map(({ key }) => key));
  }
}
