import { defineTexts } from '../text/define-texts.js';
import { preferencesEn } from './preferences-en.js';
import { preferencesTr } from './preferences-tr.js';

export const { useTexts: usePreferencesText } = defineTexts({ en: preferencesEn, tr: preferencesTr });
