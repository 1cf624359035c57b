import { defineTexts } from '../app/text/define-texts.js';
import { sponsoredEn } from './sponsored-en.js';
import { sponsoredTr } from './sponsored-tr.js';

/** Texts of a sponsored item; the chat page, the panel and the console show the same card. */
export const { useTexts: useSponsoredCardText } = defineTexts({ en: sponsoredEn, tr: sponsoredTr });
