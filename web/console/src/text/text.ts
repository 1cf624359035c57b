/** The language of the console: the one chosen in any of our pages, else the browser's. */
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

export function setLanguage(language: Language): void {
  localStorage.setItem(STORED_AS, language);
  document.documentElement.lang = language;
  preference.set({ language });
}

export const language = (): Language => preference.get().language;
export const texts = (): Texts => tables[language()];
export const useText = (): Texts => tables[useStore(preference).language];

/** A moment, as people write it. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString(language() === 'tr' ? 'tr-TR' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' });
