/** What a name suggests as an address, as the service derives it; a taken one gets a number there. */
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

/** What may be typed there; the service says what of it is to be had. */
export const typedSlug = (typed: string): string => typed.trim().toLowerCase();
