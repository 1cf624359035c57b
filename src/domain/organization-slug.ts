/** The address of an organization: the prefix under which its rooms are known. */
import { DERIVED_SLUG_MAX } from './limits.js';
import { isSlug, simplify, suffixSlug } from './slug.js';

const reserved = new Set([
  'admin',
  'api',
  'app',
  'console',
  'destek',
  'help',
  'konsol',
  'official',
  'panel',
  'resmi',
  'root',
  'sozluk',
  'support',
  'system',
  'www',
]);

/** What a name that leaves no letter behind is called. */
const PLAIN_BASE = 'org';

/** The service speaks for itself: nobody else's address looks like its own. */
const isBrands = (slug: string, brand: string): boolean => brand !== '' && slug.startsWith(brand.toLowerCase());

/** As it was typed, trimmed and lower case; null when nobody may have it. */
export function readOrganizationSlug(typed: string, brand: string): string | null {
  const slug = typed.trim().toLowerCase();
  return isSlug(slug) && !reserved.has(slug) && !isBrands(slug, brand) ? slug : null;
}

export interface DerivedSlug {
  base: string;
  /** Without it the base itself is the first candidate. */
  fromNumber: 1 | 2;
}

/** What a name suggests; null for one that looks like the service's own: no number makes that somebody else's. */
export function deriveOrganizationSlug(name: string, brand: string): DerivedSlug | null {
  const base = simplify(name).slice(0, DERIVED_SLUG_MAX).replace(/-+$/, '') || PLAIN_BASE;
  if (isBrands(base, brand)) return null;
  return { base, fromNumber: isSlug(base) && !reserved.has(base) ? 1 : 2 };
}

/** The candidates in their order: the name itself, `-2`, `-3` … */
export function* slugCandidates({ base, fromNumber }: DerivedSlug): Generator<string> {
  if (fromNumber === 1) yield base;
  for (let number = 2; ; number += 1) yield suffixSlug(base, String(number));
}
