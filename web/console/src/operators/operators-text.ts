import { defineTexts } from '#page/app/text/define-texts.js';
import { operatorsEn } from './operators-en.js';
import { operatorsTr } from './operators-tr.js';

export const { useTexts: useOperatorText } = defineTexts({ en: operatorsEn, tr: operatorsTr });
