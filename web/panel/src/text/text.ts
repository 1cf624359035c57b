/** The words of the panel. */
import { type Language, language, useLanguage } from '#page/app/text/language.js';
import { en, type Texts } from './en.js';
import { tr } from './tr.js';

export * from '#page/app/text/language.js';
export type { Texts } from './en.js';

const tables: Record<Language, Texts> = { tr, en };

export const texts = (): Texts => tables[language()];
export const useText = (): Texts => tables[useLanguage()];
