import { type Language, language, useText } from '../app/text/text.js';
import { type DirectoryTexts, directoryEn } from './directory-en.js';
import { directoryTr } from './directory-tr.js';

const tables: Record<Language, DirectoryTexts> = { tr: directoryTr, en: directoryEn };

/** The words of the list of open rooms, in the language of the page. */
export function useDirectoryText(): DirectoryTexts {
  useText();
  return tables[language()];
}
