import { type Language, language, useText } from '#page/app/text/text.js';
import { type EditorTexts, editorEn } from './editor-en.js';
import { editorTr } from './editor-tr.js';

const tables: Record<Language, EditorTexts> = { tr: editorTr, en: editorEn };

export function useEditorText(): EditorTexts {
  useText();
  return tables[language()];
}
