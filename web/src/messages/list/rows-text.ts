import { defineTexts } from '#page/app/text/define-texts.js';
import { rowsEn } from './rows-en.js';
import { rowsTr } from './rows-tr.js';

/** Texts of the message list besides its messages. */
export const { useTexts: useRowsText } = defineTexts({ en: rowsEn, tr: rowsTr });
