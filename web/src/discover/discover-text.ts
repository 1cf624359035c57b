import { type Language, language, locale, useText } from '../app/text/text.js';
import { type DiscoverTexts, discoverEn } from './discover-en.js';
import { discoverTr } from './discover-tr.js';

const tables: Record<Language, DiscoverTexts> = { tr: discoverTr, en: discoverEn };

/** The words of Discover, in the language of the page. */
export function useDiscoverText(): DiscoverTexts {
  useText();
  return tables[language()];
}

export const percentOf = (share: number): string =>
  (share / 100).toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 2 });

export const countOf = (count: number): string => count.toLocaleString(locale());
