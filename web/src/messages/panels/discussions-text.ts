import { defineTexts } from '#page/app/text/define-texts.js';
import { discussionsEn } from './discussions-en.js';
import { discussionsTr } from './discussions-tr.js';

export const { useTexts: useDiscussionsText } = defineTexts({ en: discussionsEn, tr: discussionsTr });
