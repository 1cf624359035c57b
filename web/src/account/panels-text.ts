import { defineTexts } from '../app/text/define-texts.js';
import { panelsEn } from './panels-en.js';
import { panelsTr } from './panels-tr.js';

export const { useTexts: usePanelsText } = defineTexts({ en: panelsEn, tr: panelsTr });
