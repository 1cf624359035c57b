/** The language of the panel: the one chosen in any of our pages, else the browser's. */
import { createStore } from '#page/state/store.js';
import { useStore } from '../state/use-store.js';
import { en, type Texts } from './en.js';
import { tr } from './tr.js';

export type Language = 'tr' | 'en';
export type { Texts } from './en.js';

const STORED_AS = 'meydan.language';
const tables: Record<Language, Texts> = { tr, en };
const preference = createStore<{ language: Language }>({ language: preferred() });
document.documentElement.lang = preference.get().language;

function preferred(): Language {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === 'tr' || stored === 'en') return stored;
  return navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en';
}

export function setLanguage(chosen: Language): void {
  localStorage.setItem(STORED_AS, chosen);
  document.documentElement.lang = chosen;
  preference.set({ language: chosen });
}

export const language = (): Language => preference.get().language;
export const locale = (): string => (language() === 'tr' ? 'tr-TR' : 'en-GB');
export const onLanguageChange = (listener: () => void): (() => void) => preference.subscribe(listener);

export const texts = (): Texts => tables[language()];
export const useLanguage = (): Language => useStore(preference).language;
export const useText = (): Texts => tables[useLanguage()];
