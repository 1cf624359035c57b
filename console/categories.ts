/** Categories, in the order that operators set. */
import type { Write } from '#src/store/store.js';
import type { DictionaryStore } from './dictionary-store.js';
import type { Category } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

/** Far above the number of categories in use. */
const CATEGORIES_MAX = 1_000;

export const listCategories = (dictionary: DictionaryStore): Promise<Category[]> =>
  dictionary.reader.range<Category>('dictCategories', { index: 'inOrder', limit: CATEGORIES_MAX });

/** Adds the category at the end of the list. */
export function addCategory(
  dictionary: DictionaryStore,
  { slug, name }: { slug: string; name: string },
): Promise<Category> {
  return dictionary.change(async () => {
    const all = await listCategories(dictionary);
    if (all.some(({ _id }) => _id === slug)) throw new ConsoleRefusal('category_exists');
    if (all.length >= CATEGORIES_MAX) throw new ConsoleRefusal('invalid_request', { message: 'Too many categories.' });
    const category: Category = { _id: slug, name, archived: false, place: (all.at(-1)?.place ?? 0) + 1 };
    return { writes: [put(category)], answer: category };
  });
}

export function editCategory(
  dictionary: DictionaryStore,
  slug: string,
  change: { name?: string; archived?: boolean },
): Promise<Category> {
  return dictionary.change(async () => {
    const category = await dictionary.reader.get<Category>('dictCategories', slug);
    if (!category) throw new ConsoleRefusal('not_found');
    const changed = { ...category, ...change };
    return { writes: [put(changed)], answer: changed };
  });
}

/** Puts the named categories first, in the given order; the others follow in their current order. */
export function orderCategories(dictionary: DictionaryStore, slugs: string[]): Promise<Category[]> {
  return dictionary.change(async () => {
    const all = await listCategories(dictionary);
    const bySlug = new Map(all.map((category) => [category._id, category]));
    const named = [...new Set(slugs)].map((slug) => bySlug.get(slug));
    if (named.includes(undefined)) throw new ConsoleRefusal('category_not_found');
    const rest = all.filter(({ _id }) => !slugs.includes(_id));
    const ordered = [...(named as Category[]), ...rest].map((category, at) => ({ ...category, place: at + 1 }));
    return { writes: ordered.map(put), answer: ordered };
  });
}

const put = (doc: Category): Write => ({ op: 'put', in: 'dictCategories', doc: { ...doc } });
