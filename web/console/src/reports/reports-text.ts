import { defineTexts } from '#page/app/text/define-texts.js';
import { reportsEn } from './reports-en.js';
import { reportsTr } from './reports-tr.js';

export const { texts: reportTexts, useTexts: useReportText } = defineTexts({ en: reportsEn, tr: reportsTr });
