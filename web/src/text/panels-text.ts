/** Words about browsers that work in one's name: the panels of businesses. */
import { language, useText } from './text.js';

const en = {
  hint: 'Browsers of the business panel that work with your account. Cut off, they are out at once.',
  none: 'No browser is linked.',
  linkOne: 'Link a browser',
  code: 'What the QR code says',
  codeHint: 'The page at /panel shows the code. Scan it, or copy it here.',
  show: 'Continue',
  question: (label: string) =>
    `Link “${label}”? Whoever is in front of it works with your account until you cut it off.`,
  yes: 'Link it',
  cancel: 'Cancel',
  linked: (when: string) => `linked ${when}`,
  used: (when: string) => `last used ${when}`,
  unused: 'not used yet',
  unlink: 'Unlink',
  nameless: 'A browser',
  badCode: 'This code is used up or over. The page shows another one.',
};

const tr: typeof en = {
  hint: 'İşletme panelinde senin hesabınla çalışan tarayıcılar. Bağlantısı kesilen hemen çıkar.',
  none: 'Bağlı tarayıcı yok.',
  linkOne: 'Tarayıcı bağla',
  code: 'QR kodunun içeriği',
  codeHint: 'Kodu /panel sayfası gösterir. Okut ya da buraya kopyala.',
  show: 'Devam',
  question: (label) => `“${label}” bağlansın mı? Başındaki kişi, bağlantıyı kesene kadar senin hesabınla çalışır.`,
  yes: 'Bağla',
  cancel: 'Vazgeç',
  linked: (when) => `bağlandı: ${when}`,
  used: (when) => `son kullanım: ${when}`,
  unused: 'henüz kullanılmadı',
  unlink: 'Bağlantıyı kes',
  nameless: 'Bir tarayıcı',
  badCode: 'Bu kod kullanılmış ya da süresi dolmuş. Sayfa yenisini gösterir.',
};

/** Follows the language of the page. */
export function usePanelsText(): typeof en {
  useText();
  return language() === 'tr' ? tr : en;
}
