import { defineTexts } from '#page/app/text/define-texts.js';
import { menuEn } from './menu-en.js';
import { menuTr } from './menu-tr.js';

export const { texts: menuTexts, useTexts: useMenuText } = defineTexts({ en: menuEn, tr: menuTr });
