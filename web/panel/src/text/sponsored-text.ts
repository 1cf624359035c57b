import { type SponsoredTexts, sponsoredEn } from './sponsored-en.js';
import { sponsoredTr } from './sponsored-tr.js';
import { type Language, language, useLanguage } from './text.js';

const tables: Record<Language, SponsoredTexts> = { tr: sponsoredTr, en: sponsoredEn };

export const sponsoredTexts = (): SponsoredTexts => tables[language()];
export const useSponsoredText = (): SponsoredTexts => tables[useLanguage()];
