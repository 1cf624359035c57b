/** The content of docs/reference/settings.md. A test compares every default with the code that sets it. */
import { limitTexts } from './limit-texts.js';
import { partnerTexts } from './partner-texts.js';
import { serverTexts } from './server-texts.js';
import type { SettingGroup } from './setting-text.js';

export const settingGroups: readonly SettingGroup[] = [...serverTexts, ...partnerTexts, ...limitTexts];
