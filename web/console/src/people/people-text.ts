import { defineTexts } from '#page/app/text/define-texts.js';
import { peopleEn } from './people-en.js';
import { peopleTr } from './people-tr.js';

export const { texts: peopleTexts, useTexts: usePeopleText } = defineTexts({ en: peopleEn, tr: peopleTr });
