import { type Language, language, useLanguage } from '../text/text.js';
import { type SponsoredTexts, sponsoredEn } from './sponsored-en.js';
import { sponsoredTr } from './sponsored-tr.js';

const tables: Record<Language, SponsoredTexts> = { tr: sponsoredTr, en: sponsoredEn };

export const sponsoredTexts = (): SponsoredTexts => tables[language()];
export const useSponsoredText = (): SponsoredTexts => tables[useLanguage()];
