import { type Language, language, useText } from '../app/text/text.js';
import { type WritingTexts, writingEn } from './writing-en.js';
import { writingTr } from './writing-tr.js';

export type { WritingTexts } from './writing-en.js';

const tables: Record<Language, WritingTexts> = { tr: writingTr, en: writingEn };

/** What is said around writing, waiting and being told, in the language of the page. */
export function useWritingText(): WritingTexts {
  useText();
  return tables[language()];
}
