import type { SearchTexts } from './search-en.js';

export const searchTr: SearchTexts = {
  everywhere: 'Bütün odalarda ara',
  title: 'Mesajlarda ara',
  mentions: 'Bahsetmeler',
  hint: 'Sözcükler ve isterseniz süzgeçler: from:ada has:link',
  from: 'Kimden',
  anybody: 'Herkes',
  room: 'Nerede',
  allRooms: 'Bütün odalar',
  before: 'Şu günden önce',
  has: 'İçinde',
  anything: 'Fark etmez',
  kind: { link: 'bağlantı', photo: 'fotoğraf', video: 'video', document: 'belge', article: 'yazı' },
  search: 'Ara',
  searching: 'Aranıyor…',
  nothing: 'Sonuç bulunamadı.',
  nothingHere: 'Henüz kimse sizden bahsetmedi.',
  needsWords: 'Mesajda geçen bir sözcük yazın.',
  more: (count) => `${count} odada daha ara`,
  tooMany: 'Bu dakika içinde çok arama yaptınız. Kalan odaları biraz sonra arayın.',
  found: (count) => `${count} mesaj`,
};
