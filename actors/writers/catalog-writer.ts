/** The catalog for organizations. Operators send whole lists; two concurrent ones do not lose each other's changes. */
import { type CatalogItem, type CatalogList, replacedItems } from '#src/domain/organizations/catalog.js';
import { type Product, type ProductList, replacedProducts } from '#src/domain/organizations/product.js';
import { RefusalError } from '#src/errors.js';
import type { Guard, Store } from '#src/store/store.js';
import type { CatalogWriter } from './commands.js';

const TRIES_MAX = 5;

type List<T> = { _id: string; version: number; items: T[] };

export function createCatalogWriter(store: Store): CatalogWriter {
  async function put<T, L extends List<T>>(name: L['_id'], replaced: (before: T[]) => T[]): Promise<T[]> {
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      const before = await store.get<L>('catalog', name);
      const items = replaced(before?.items ?? []);
      const guard: Guard = before ? { equals: { version: before.version } } : { absent: true };
      const doc = { _id: name, version: (before?.version ?? 0) + 1, items };
      const [isWritten] = await store.write([{ op: 'put', in: 'catalog', doc, guard }]);
      if (isWritten) return items;
    }
    throw new RefusalError('unavailable', { retryAfterMs: 1_000 });
  }
  return {
    putList: (name, sent) => put<CatalogItem, CatalogList>(name, (before) => replacedItems(before, sent)),
    putProducts: (sent) => put<Product, ProductList>('products', (before) => replacedProducts(before, sent)),
  };
}
