import type { DirectoryTexts } from './directory-en.js';

export const directoryTr: DirectoryTexts = {
  title: 'Odalar',
  search: 'Bir odanın adı, adresi ya da bağlantısı',
  all: 'Açık odalar, en kalabalıktan başlayarak',
  found: (words) => `“${words}” için açık odalar`,
  count: (rooms, hasMore) => (hasMore ? `şimdilik ${rooms} oda` : `toplam ${rooms}`),
  asksFirst: 'yöneticiler karar verir',
  needsStars: 'yıldız ister',
  inside: 'üyesiniz',
  join: 'Katıl',
  ask: 'Katılmak iste',
  asked: 'İstendi',
  open: 'Aç',
  none: 'Henüz açık oda yok.',
  noneHint: 'İlkini listenin üstündeki artı ile siz kurun.',
  noneFound: (words) => `“${words}” adında açık oda yok.`,
  noneFoundHint: 'Kapalı odalar burada bulunmaz: içindeki biri size davet bağlantısı gönderebilir.',
  showAll: 'Bütün odaları göster',
  openLink: 'Bağlantıyı aç',
};
