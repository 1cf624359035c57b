/** The texts of the chat page, and the text of each error code. */
import type { WireError } from '#page/api-types.js';
import { defineTexts } from './define-texts.js';
import { en, type Texts } from './en.js';
import { tr } from './tr.js';

export * from './language.js';

export const { useTexts: useText } = defineTexts({ en, tr });

/** The page's text for an error, or else the service's message. */
export const sentenceOf = (text: Texts, error: WireError): string => text.errors[error.code] ?? error.message;

/** Error texts by form field: the page's own for known fields, or else the service's. */
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
