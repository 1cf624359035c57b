import type { PanelsTexts } from './panels-en.js';

export const panelsTr: PanelsTexts = {
  hint: 'İşletme panelinde hesabınızla çalışan tarayıcılar. Bağlantısı kesilen hemen çıkar.',
  none: 'Bağlı tarayıcı yok.',
  linkOne: 'Tarayıcı bağla',
  code: 'QR kodunun içeriği',
  codeHint: 'Kodu /panel sayfası gösterir. Okutun ya da buraya kopyalayın.',
  show: 'Devam',
  question: (label) => `“${label}” bağlansın mı? Başındaki kişi, siz bağlantıyı kesene kadar hesabınızla çalışır.`,
  yes: 'Bağla',
  cancel: 'Vazgeç',
  linked: (when) => `bağlandı: ${when}`,
  used: (when) => `son kullanım: ${when}`,
  unused: 'henüz kullanılmadı',
  unlink: 'Bağlantıyı kes',
  nameless: 'Bir tarayıcı',
  badCode: 'Bu kod kullanılmış ya da süresi dolmuş. Sayfa yenisini gösterir.',
};
