/** The address of an organization: the prefix under which its rooms are known. */
import { DERIVED_SLUG_MAX } from '../limits.js';
import { officialWords } from '../text/reserved-words.js';
import { isSlug, simplify, suffixSlug } from '../text/slug.js';

const reserved = new Set(officialWords);

/** What a name that leaves no letter behind is called. */
const PLAIN_BASE = 'org';

/** The service speaks for itself: nobody else's address looks like its own. */
const isBrands = (slug: string, brand: string): boolean => brand !== '' && slug.startsWith(brand.toLowerCase());

/** As it was typed, trimmed and lower case; null when nobody may have it. */
export function readOrganizationSlug(typed: string, brand: string): string | null {
  const slug = typed.trim().toLowerCase();
  return isSlug(slug) && !reserved.has(slug) && !isBrands(slug, brand) ? slug : null;
}

/** A word that is not itself the beginning of a brand's name. */
const frontWord = (brand: string): string => (isBrands(`${PLAIN_BASE}-`, brand) ? 'x' : PLAIN_BASE);

export interface DerivedSlug {
  base: string;
  /** Without it the base itself is the first candidate. */
  fromNumber: 1 | 2;
}

/** What a name suggests. One that looks like the service's own gets a word in front: no number makes it another's. */
export function deriveOrganizationSlug(name: string, brand: string): DerivedSlug {
  const plain = simplify(name) || PLAIN_BASE;
  const whole = isBrands(plain, brand) ? `${frontWord(brand)}-${plain}` : plain;
  const base = whole.slice(0, DERIVED_SLUG_MAX).replace(/-+$/, '');
  return { base, fromNumber: isSlug(base) && !reserved.has(base) ? 1 : 2 };
}

/** The candidates in their order: the name itself, `-2`, `-3` … */
export function* slugCandidates({ base, fromNumber }: DerivedSlug): Generator<string> {
  if (fromNumber === 1) yield base;
  for (let number = 2; ; number += 1) yield suffixSlug(base, String(number));
}
