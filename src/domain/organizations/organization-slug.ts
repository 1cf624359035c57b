/** The address of an organization: the prefix of its rooms' slugs. */
import { DERIVED_SLUG_MAX } from '../limits.js';
import { officialWords } from '../text/reserved-words.js';
import { isSlug, simplify, suffixSlug } from '../text/slug.js';

const reserved = new Set(officialWords);

/** The base for a name without usable letters. */
const PLAIN_BASE = 'org';

/** Whether the slug looks like an address of the service itself. */
const isBrands = (slug: string, brand: string): boolean => brand !== '' && slug.startsWith(brand.toLowerCase());

/** The slug in the input, trimmed and in lower case; null if it is not allowed. */
export function readOrganizationSlug(typed: string, brand: string): string | null {
  const slug = typed.trim().toLowerCase();
  return isSlug(slug) && !reserved.has(slug) && !isBrands(slug, brand) ? slug : null;
}

/** A prefix word that is not itself the beginning of the brand's name. */
const frontWord = (brand: string): string => (isBrands(`${PLAIN_BASE}-`, brand) ? 'x' : PLAIN_BASE);

export interface DerivedSlug {
  base: string;
  /** 1 if the base itself is the first candidate. */
  fromNumber: 1 | 2;
}

/**
 * The slug that follows from a name. A name that looks like the service's own gets a prefix word, because a number does
 * not make it look different.
 */
export function deriveOrganizationSlug(name: string, brand: string): DerivedSlug {
  const plain = simplify(name) || PLAIN_BASE;
  const whole = isBrands(plain, brand) ? `${frontWord(brand)}-${plain}` : plain;
  const base = whole.slice(0, DERIVED_SLUG_MAX).replace(/-+$/, '');
  return { base, fromNumber: isSlug(base) && !reserved.has(base) ? 1 : 2 };
}

/** The candidates in order: the base, `-2`, `-3` … */
export function* slugCandidates({ base, fromNumber }: DerivedSlug): Generator<string> {
  if (fromNumber === 1) yield base;
  for (let number = 2; ; number += 1) yield suffixSlug(base, String(number));
}
