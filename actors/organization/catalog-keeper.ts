/** What organizations choose from. Operators send whole lists; two of them at once do not lose each other's. */
import { type CatalogItem, type CatalogList, type CatalogListName, replacedItems } from '#src/domain/catalog.js';
import { type Product, type ProductList, replacedProducts } from '#src/domain/product.js';
import { RefusalError } from '#src/errors.js';
import type { Guard, Store } from '#src/store/store.js';

export interface CatalogKeeper {
  putList(name: CatalogListName, sent: Pick<CatalogItem, 'id' | 'names'>[]): Promise<CatalogItem[]>;
  putProducts(sent: Product[]): Promise<Product[]>;
}

const TRIES_MAX = 5;

type List<T> = { _id: string; version: number; items: T[] };

export function createCatalogKeeper(store: Store): CatalogKeeper {
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
