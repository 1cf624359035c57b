/** Derives a slug from a name in the same way as the service, which adds a number to a taken one. */
const SUGGESTED_MAX = 40;

export const suggestedSlug = (name: string): string =>
  name
    .toLocaleLowerCase('tr')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ı/g, 'i')
    .replace(/['’‘ʼ]/g, '-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SUGGESTED_MAX)
    .replace(/-+$/, '');

/** Normalizes a typed slug; the service validates it. */
export const typedSlug = (typed: string): string => typed.trim().toLowerCase();
