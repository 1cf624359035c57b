/** The texts of the console. */
import { defineTexts } from '#page/app/text/define-texts.js';
import { locale } from '#page/app/text/language.js';
import { en } from './en.js';
import { tr } from './tr.js';

export * from '#page/app/text/language.js';
export type { Texts } from './en.js';

export const { texts, useTexts: useText } = defineTexts({ en, tr });

/** A date with its time, in the language of the page. */
export const moment = (at: string | number): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
