/** The words of the page, and those for what the service refuses. */
import type { WireError } from '#page/api-types.js';
import { en, type Texts } from './en.js';
import { type Language, useLanguage } from './language.js';
import { tr } from './tr.js';

export * from './language.js';

const tables: Record<Language, Texts> = { tr, en };

export const useText = (): Texts => tables[useLanguage()];

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
