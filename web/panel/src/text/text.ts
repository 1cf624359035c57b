/** The texts of the panel. */
import { defineTexts } from '#page/app/text/define-texts.js';
import { en } from './en.js';
import { tr } from './tr.js';

export * from '#page/app/text/language.js';
export type { Texts } from './en.js';

export const { texts, useTexts: useText } = defineTexts({ en, tr });
