/** The language of the page: the person's choice, else the browser's. */

import { useEffect, useReducer } from 'preact/hooks';
import { createStore } from '../state/store.js';
import type { WireError } from '../wire.js';
import { en, type Texts } from './en.js';
import { tr } from './tr.js';

export type Language = 'tr' | 'en';

const STORED_AS = 'meydan.language';
const tables: Record<Language, Texts> = { tr, en };
const preference = createStore<{ language: Language }>({ language: preferred() });

function preferred(): Language {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === 'tr' || stored === 'en') return stored;
  return navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en';
}

export const language = (): Language => preference.get().language;
export const locale = (): string => (language() === 'tr' ? 'tr-TR' : 'en-GB');

export function setLanguage(chosen: Language): void {
  localStorage.setItem(STORED_AS, chosen);
  document.documentElement.lang = chosen;
  preference.set({ language: chosen });
}

export const onLanguageChange = (listener: () => void): (() => void) => preference.subscribe(listener);

export function useText(): Texts {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => preference.subscribe(() => renderAgain()), []);
  return tables[language()];
}

/** The sentence for a refusal: ours in the person's language, else the service's. */
export const sentenceOf = (text: Texts, error: WireError): string => text.errors[error.code] ?? error.message;

/** What is wrong with the fields of a form, where we know how to say it; else the service's own words. */
export function problemsOf(text: Texts, { fields, ...error }: WireError): string {
  if (!fields) return sentenceOf(text, error);
  return Object.entries(fields)
    .map(([field, problems]) => fieldProblem(text, field, problems.join(', ')))
    .join(' ');
}

function fieldProblem(text: Texts, field: string, problem: string): string {
  const isTaken = problem.includes('taken');
  if (field === 'username') return isTaken ? text.usernameTaken : text.usernameFormat;
  if (field === 'slug') return isTaken ? text.slugTaken : text.slugFormat;
  return field === 'name' ? text.nameFormat : (text.fieldProblems[field] ?? `${field} ${problem}`);
}
