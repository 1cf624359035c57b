import countries from 'i18n-iso-countries';

const ALPHA_2 = /^[A-Z]{2}$/;

/** Whether this is the two-letter code (ISO 3166-1, capital letters) of a country. */
export const isCountry = (code: string): boolean => ALPHA_2.test(code) && countries.isValid(code);
