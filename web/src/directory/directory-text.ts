import { defineTexts } from '../app/text/define-texts.js';
import { directoryEn } from './directory-en.js';
import { directoryTr } from './directory-tr.js';

export const { useTexts: useDirectoryText } = defineTexts({ en: directoryEn, tr: directoryTr });
