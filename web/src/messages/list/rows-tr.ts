import type { RowsTexts } from './rows-en.js';

export const rowsTr: RowsTexts = {
  unreadAbove: (count) => (count === 1 ? 'Yukarıda yeni bir mesaj var' : `Yukarıda ${count} yeni mesaj var`),
  jumpToDate: 'Bir tarihe git',
  day: 'Gün',
  nothingSince: 'Bu günden beri mesaj yok.',
  earlier: 'Daha eski mesajlar',
  later: 'Daha yeni mesajlar',
  messages: 'Mesajlar',
  toNewestOf: (count) => (count === 1 ? 'Yeni bir mesaj: göster' : `${count} yeni mesaj: en yeniye git`),
  goBack: 'Az önceki yerine dön',
  arrived: (name, words) => `${name}: ${words}`,
};
