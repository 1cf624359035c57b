import { type Language, language, useLanguage } from './language.js';

export interface TextTable<T> {
  /** The texts in the language of the page, outside a view. */
  texts: () => T;
  /** The texts as a hook; the view renders again when the language changes. */
  useTexts: () => T;
}

/** One set of texts in both languages; English gives the type, so a missing Turkish text does not compile. */
export function defineTexts<T>(tables: { en: T; tr: NoInfer<T> }): TextTable<T> {
  const byLanguage: Record<Language, T> = tables;
  return { texts: () => byLanguage[language()], useTexts: () => byLanguage[useLanguage()] };
}
