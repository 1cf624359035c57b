import { defineTexts } from '#page/app/text/define-texts.js';
import { actionsEn } from './actions-en.js';
import { actionsTr } from './actions-tr.js';

export const { texts: actionTexts, useTexts: useActionText } = defineTexts({ en: actionsEn, tr: actionsTr });
