import { defineTexts } from '#page/app/text/define-texts.js';
import { editorEn } from './editor-en.js';
import { editorTr } from './editor-tr.js';

export const { useTexts: useEditorText } = defineTexts({ en: editorEn, tr: editorTr });
