import { defineTexts } from '../app/text/define-texts.js';
import { locale } from '../app/text/language.js';
import { discoverEn } from './discover-en.js';
import { discoverTr } from './discover-tr.js';

export const { useTexts: useDiscoverText } = defineTexts({ en: discoverEn, tr: discoverTr });

export const percentOf = (share: number): string =>
  (share / 100).toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 2 });

export const countOf = (count: number): string => count.toLocaleString(locale());
