import type { RowsTexts } from './rows-en.js';

export const rowsTr: RowsTexts = {
  messages: 'Mesajlar',
  toNewestOf: (count) => (count === 1 ? 'Yeni bir mesaj: göster' : `${count} yeni mesaj: en yeniye git`),
  goBack: 'Az önceki yerine dön',
  arrived: (name, words) => `${name}: ${words}`,
};
