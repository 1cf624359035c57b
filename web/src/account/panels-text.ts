import { type Language, language, useText } from '../app/text/text.js';
import { type PanelsTexts, panelsEn } from './panels-en.js';
import { panelsTr } from './panels-tr.js';

const tables: Record<Language, PanelsTexts> = { tr: panelsTr, en: panelsEn };

/** Follows the language of the page. */
export function usePanelsText(): PanelsTexts {
  useText();
  return tables[language()];
}
