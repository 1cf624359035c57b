import { defineTexts } from '../app/text/define-texts.js';
import { botsEn } from './bots-en.js';
import { botsTr } from './bots-tr.js';

export const { useTexts: useBotsText } = defineTexts({ en: botsEn, tr: botsTr });
