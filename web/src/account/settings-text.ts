import { type Language, language, useText } from '../app/text/text.js';
import { type SettingsTexts, settingsEn } from './settings-en.js';
import { settingsTr } from './settings-tr.js';

const tables: Record<Language, SettingsTexts> = { tr: settingsTr, en: settingsEn };

/** Words about what can be set, in the language of the page. */
export function useSettingsText(): SettingsTexts {
  useText();
  return tables[language()];
}
