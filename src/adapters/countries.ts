import { createRequire } from 'node:module';

/** The package's entry would load the names of all countries in eighty languages. The codes suffice. */
const codes = createRequire(import.meta.url)('i18n-iso-countries/codes.json') as [alpha2: string, ...string[]][];

const alpha2 = new Set(codes.map(([code]) => code));

/** Whether this is the two-letter code (ISO 3166-1, capital letters) of a country. */
export const isCountry = (code: string): boolean => alpha2.has(code);
