import type { PanelsTexts } from './panels-en.js';

export const panelsTr: PanelsTexts = {
  hint: 'İşletme panelini hesabınızla kullanan tarayıcılar. Bağlantısı kesilen tarayıcının oturumu hemen kapanır.',
  none: 'Bağlı tarayıcı yok.',
  linkOne: 'Tarayıcı bağla',
  code: 'QR kodundaki kod',
  codeHint: 'Kodu /panel sayfası gösterir. Okutun ya da buraya yapıştırın.',
  show: 'Devam',
  question: (label) => `“${label}” bağlansın mı? Bağlantıyı kesene kadar hesabınızı kullanabilir.`,
  yes: 'Bağla',
  cancel: 'Vazgeç',
  linked: (when) => `bağlandı: ${when}`,
  used: (when) => `son kullanım: ${when}`,
  unused: 'henüz kullanılmadı',
  unlink: 'Bağlantıyı kes',
  nameless: 'Adsız tarayıcı',
  badCode: 'Bu kod kullanılmış ya da süresi dolmuş. Sayfa yenisini gösterir.',
};
