import { defineTexts } from '../app/text/define-texts.js';
import { settingsEn } from './settings-en.js';
import { settingsTr } from './settings-tr.js';

export const { useTexts: useSettingsText } = defineTexts({ en: settingsEn, tr: settingsTr });
