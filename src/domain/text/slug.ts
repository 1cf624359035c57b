import { DERIVED_SLUG_MAX, SLUG_MAX, SLUG_MIN } from '../limits.js';

export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The slug of a name without usable letters. */
const PLAIN_BASE = 'oda';

/** Letters without a decomposition, and their plain replacement. */
const NEIGHBOURS: Record<string, string> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  đ: 'd',
};

/** Slugs in paths are case-insensitive; `I` is an ASCII letter here, not a Turkish one. */
export const foldSlug = (text: string): string => text.toLowerCase();

export function isSlug(text: string): boolean {
  return text.length >= SLUG_MIN && text.length <= SLUG_MAX && slugPattern.test(text);
}

/** The slug of a direct chat (`dmSlug`). Account ids are public, so a group could take the slugs of two other people. */
const dmSlugPattern = /^dm-[0-9a-f]{12}-[0-9a-f]{12}(-\d+)?$/;

/** Slugs that no group can have: words with a meaning in `/api/rooms/…`, and those of direct chats. */
export const isReservedSlug = (slug: string): boolean => slug === 'search' || dmSlugPattern.test(slug);

/** The slug of a name: simplified Turkish letters, at most 40 characters, at least the minimum. */
export function deriveSlug(name: string): string {
  const plain = cutSlug(simplify(name), DERIVED_SLUG_MAX);
  if (plain.length >= SLUG_MIN) return plain;
  return plain ? `${PLAIN_BASE}-${plain}` : PLAIN_BASE;
}

/** The next candidate if a slug is taken, still at most 40 characters. */
export function suffixSlug(slug: string, suffix: string): string {
  return `${cutSlug(slug, DERIVED_SLUG_MAX - suffix.length - 1)}-${suffix}`;
}

/** A name as part of an address: lower case ASCII letters, digits and single hyphens. */
export function simplify(name: string): string {
  return name
    .toLocaleLowerCase('tr')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıßæœøðþłđ]/g, (letter) => NEIGHBOURS[letter] ?? '')
    .replace(/['’‘ʼ]/g, '-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function cutSlug(slug: string, max: number): string {
  return slug.slice(0, max).replace(/-+$/, '');
}
