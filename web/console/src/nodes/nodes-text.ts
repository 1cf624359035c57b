import { defineTexts } from '#page/app/text/define-texts.js';
import { nodesEn } from './nodes-en.js';
import { nodesTr } from './nodes-tr.js';

export const { useTexts: useNodeText } = defineTexts({ en: nodesEn, tr: nodesTr });
