import type { CollectionName } from './collections.js';
import type { Doc, Places, Reader } from './store.js';

/** A range for each place, all in one tick, for a store that takes them together anyway. */
export async function rangeOfEach<T extends Doc>(
  reader: Pick<Reader, 'range'>,
  from: CollectionName,
  { index, after, limit }: Places,
): Promise<T[]> {
  const inOrder = [...after].sort((a, b) => (a.first < b.first ? -1 : 1));
  const found = await Promise.all(
    inOrder.map(({ first, gt }) => reader.range<T>(from, { index, prefix: [first], gt, limit })),
  );
  return found.flat().slice(0, limit);
}
