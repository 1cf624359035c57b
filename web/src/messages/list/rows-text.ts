import { defineTexts } from '#page/app/text/define-texts.js';
import { rowsEn } from './rows-en.js';
import { rowsTr } from './rows-tr.js';

/** Texts that a room's list shows beside its rows. */
export const { useTexts: useRowsText } = defineTexts({ en: rowsEn, tr: rowsTr });
