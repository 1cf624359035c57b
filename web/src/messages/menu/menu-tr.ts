import type { MenuTexts } from './menu-en.js';

export const menuTr: MenuTexts = {
  menuOfRoom: 'Bu odayla ilgili işlemler',
  unpinRoom: 'Üstten kaldır',
  unmuteRoom: 'Sesini aç',
  unarchiveRoom: 'Arşivden çıkar',
  menuOf: 'Bu mesajla ilgili işlemler',
  more: 'Diğer işlemler',
  copyText: 'Metni kopyala',
  copyMessageLink: 'Mesajın bağlantısını kopyala',
  copied: 'Kopyalandı.',
  select: 'Seç',
  markUnread: 'Buradan sonrasını okunmadı yap',
  openDiscussion: 'Tartışmayı aç',
  moreReactions: 'Diğer tepkiler',
  selected: (count) => `${count} mesaj seçildi`,
  selectRow: (name) => `Mesajı seç: ${name}`,
  deleteSelected: (count) => `${count} mesaj herkesten silinsin mi?`,
  forwarded: 'İletildi.',
};
