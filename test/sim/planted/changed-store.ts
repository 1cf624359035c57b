import type { Store } from '#src/store/store.js';

/** A store of which some things are done otherwise. */
export function changedStore(store: Store, changes: (real: Store) => Partial<Store>): Store {
  const changed = changes(store);
  return new Proxy(store, {
    get(target, name) {
      const found = (changed as Record<PropertyKey, unknown>)[name] ?? Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}
