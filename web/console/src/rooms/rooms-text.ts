import { defineTexts } from '#page/app/text/define-texts.js';
import { roomsEn } from './rooms-en.js';
import { roomsTr } from './rooms-tr.js';

export const { useTexts: useRoomText } = defineTexts({ en: roomsEn, tr: roomsTr });
