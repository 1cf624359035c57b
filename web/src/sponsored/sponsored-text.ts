import { type SponsoredTexts, sponsoredEn } from './sponsored-en.js';
import { sponsoredTr } from './sponsored-tr.js';

/** By language: the pages that show items each know their own. */
export const sponsoredTexts: Record<'tr' | 'en', SponsoredTexts> = { tr: sponsoredTr, en: sponsoredEn };
