import { defineTexts } from '../app/text/define-texts.js';
import { writingEn } from './writing-en.js';
import { writingTr } from './writing-tr.js';

export type { WritingTexts } from './writing-en.js';

/** Texts of the composer, of waiting messages and of notifications. */
export const { useTexts: useWritingText } = defineTexts({ en: writingEn, tr: writingTr });
