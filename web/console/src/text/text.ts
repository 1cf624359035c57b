/** The words of the console. */
import { type Language, language, locale, useLanguage } from '#page/app/text/language.js';
import { en, type Texts } from './en.js';
import { tr } from './tr.js';

export * from '#page/app/text/language.js';
export type { Texts } from './en.js';

const tables: Record<Language, Texts> = { tr, en };

export const texts = (): Texts => tables[language()];
export const useText = (): Texts => tables[useLanguage()];

/** A moment, as people write it. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
