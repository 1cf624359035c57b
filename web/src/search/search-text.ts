import { defineTexts } from '../app/text/define-texts.js';
import { searchEn } from './search-en.js';
import { searchTr } from './search-tr.js';

export const { useTexts: useSearchText } = defineTexts({ en: searchEn, tr: searchTr });
