/** Lists to choose from: positions of people, types of organizations and of groups. Operators maintain them. */
import type { Names } from './product.js';

export const catalogLists = ['positions', 'organizationTypes', 'groupTypes'] as const;
export type CatalogListName = (typeof catalogLists)[number];

export interface CatalogItem {
  id: string;
  names: Names;
  /** False if the item cannot be chosen any more. Existing choices stay. */
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
 * The list after an operator's update: the sent items in their order, matched by id. Missing items stay, but are no
 * longer offered.
 */
export function replacedItems(before: CatalogItem[], sent: Pick<CatalogItem, 'id' | 'names'>[]): CatalogItem[] {
  const ids = new Set(sent.map(({ id }) => id));
  const left = before.filter(({ id }) => !ids.has(id)).map((item) => ({ ...item, offered: false }));
  return [...sent.map(({ id, names }) => ({ id, names, offered: true })), ...left];
}

export const isOffered = (items: CatalogItem[], id: string): boolean =>
  items.some((item) => item.id === id && item.offered);
