/** The words of the panel. */
import { type Language, language, useLanguage } from '#page/text/language.js';
import { en, type Texts } from './en.js';
import { tr } from './tr.js';

export * from '#page/text/language.js';
export type { Texts } from './en.js';

const tables: Record<Language, Texts> = { tr, en };

export const texts = (): Texts => tables[language()];
export const useText = (): Texts => tables[useLanguage()];
