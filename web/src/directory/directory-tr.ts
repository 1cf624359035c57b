import type { DirectoryTexts } from './directory-en.js';

export const directoryTr: DirectoryTexts = {
  title: 'Odalar',
  search: 'Bir odanın adı, adresi ya da bağlantısı',
  all: 'Açık odalar, en kalabalıktan başlayarak',
  found: (words) => `“${words}” için açık odalar`,
  count: (rooms, hasMore) => (hasMore ? `şimdilik ${rooms} oda` : `toplam ${rooms}`),
  asksFirst: 'onay gerekir',
  needsStars: 'yıldız gerekir',
  inside: 'katıldınız',
  join: 'Katıl',
  ask: 'Katılmak iste',
  asked: 'İstek gönderildi',
  open: 'Aç',
  none: 'Henüz açık oda yok.',
  noneHint: 'İlkini listenin üstündeki artı düğmesiyle oluşturun.',
  noneFound: (words) => `“${words}” adında açık oda yok.`,
  noneFoundHint: 'Kapalı odalar listelenmez. Bir üye size davet bağlantısı gönderebilir.',
  showAll: 'Bütün odaları göster',
  openLink: 'Bağlantıyı aç',
};
