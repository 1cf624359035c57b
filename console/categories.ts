/** Categories, in the order that operators give them. */
import type { Write } from '#src/store/store.js';
import type { DeskKeeper } from './desk.js';
import type { Category } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

/** More than anybody looks through. */
const CATEGORIES_MAX = 1_000;

export const listCategories = (desk: DeskKeeper): Promise<Category[]> =>
  desk.reader.range<Category>('dictCategories', { index: 'inOrder', limit: CATEGORIES_MAX });

/** At the end of the list. */
export function addCategory(desk: DeskKeeper, { slug, name }: { slug: string; name: string }): Promise<Category> {
  return desk.change(async () => {
    const all = await listCategories(desk);
    if (all.some(({ _id }) => _id === slug)) throw new ConsoleRefusal('category_exists');
    if (all.length >= CATEGORIES_MAX) throw new ConsoleRefusal('invalid_request', { message: 'Too many categories.' });
    const category: Category = { _id: slug, name, archived: false, place: (all.at(-1)?.place ?? 0) + 1 };
    return { writes: [put(category)], answer: category };
  });
}

export function editCategory(
  desk: DeskKeeper,
  slug: string,
  change: { name?: string; archived?: boolean },
): Promise<Category> {
  return desk.change(async () => {
    const category = await desk.reader.get<Category>('dictCategories', slug);
    if (!category) throw new ConsoleRefusal('not_found');
    const changed = { ...category, ...change };
    return { writes: [put(changed)], answer: changed };
  });
}

/** Those that are named come first, in this order; the rest follow as they stood. */
export function orderCategories(desk: DeskKeeper, slugs: string[]): Promise<Category[]> {
  return desk.change(async () => {
    const all = await listCategories(desk);
    const bySlug = new Map(all.map((category) => [category._id, category]));
    const named = [...new Set(slugs)].map((slug) => bySlug.get(slug));
    if (named.includes(undefined)) throw new ConsoleRefusal('category_not_found');
    const rest = all.filter(({ _id }) => !slugs.includes(_id));
    const ordered = [...(named as Category[]), ...rest].map((category, at) => ({ ...category, place: at + 1 }));
    return { writes: ordered.map(put), answer: ordered };
  });
}

const put = (doc: Category): Write => ({ op: 'put', in: 'dictCategories', doc: { ...doc } });
