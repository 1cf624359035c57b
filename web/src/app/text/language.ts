/** The language of all pages: the one chosen on any of them, or else the browser's. */
import { createStore } from '../store.js';
import { useStore } from '../use-store.js';

export type Language = 'tr' | 'en';

const STORED_AS = 'meydan.language';
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
export const useLanguage = (): Language => useStore(preference).language;
export const locale = (): string => (language() === 'tr' ? 'tr-TR' : 'en-GB');
export const onLanguageChange = (listener: () => void): (() => void) => preference.subscribe(listener);
