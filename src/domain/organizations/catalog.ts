/** What can be chosen from: positions of people, kinds of organizations and of groups. Operators keep it. */
import type { Names } from './product.js';

export const catalogLists = ['positions', 'organizationTypes', 'groupTypes'] as const;
export type CatalogListName = (typeof catalogLists)[number];

export interface CatalogItem {
  /** A UUID. */
  id: string;
  names: Names;
  /** False for what cannot be chosen any more; who has chosen it keeps it. */
  offered: boolean;
}

/** One list; its `_id` is the list's name. */
export interface CatalogList {
  _id: CatalogListName;
  version: number;
  items: CatalogItem[];
}

export type Catalog = Record<CatalogListName, CatalogItem[]>;

/**
 * The list as it is after operators sent theirs: theirs in their order, by id; what they left out stays, but is no
 * longer offered.
 */
export function replacedItems(before: CatalogItem[], sent: Pick<CatalogItem, 'id' | 'names'>[]): CatalogItem[] {
  const ids = new Set(sent.map(({ id }) => id));
  const left = before.filter(({ id }) => !ids.has(id)).map((item) => ({ ...item, offered: false }));
  return [...sent.map(({ id, names }) => ({ id, names, offered: true })), ...left];
}

export const isOffered = (items: CatalogItem[], id: string): boolean =>
  items.some((item) => item.id === id && item.offered);
