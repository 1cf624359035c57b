import { language, useText } from '#page/app/text/text.js';
import { type RowsTexts, rowsEn } from './rows-en.js';
import { rowsTr } from './rows-tr.js';

const tables: Record<'tr' | 'en', RowsTexts> = { tr: rowsTr, en: rowsEn };

/** What the list of a room says beside its rows, in the language of the page. */
export function useRowsText(): RowsTexts {
  // Renders again with the language.
  useText();
  return tables[language()];
}
