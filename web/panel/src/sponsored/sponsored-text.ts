import { defineTexts } from '#page/app/text/define-texts.js';
import { sponsoredEn } from './sponsored-en.js';
import { sponsoredTr } from './sponsored-tr.js';

export const { texts: sponsoredTexts, useTexts: useSponsoredText } = defineTexts({ en: sponsoredEn, tr: sponsoredTr });
