import { defineTexts } from '../app/text/define-texts.js';

export const { useTexts: useSuspendedText } = defineTexts({
  en: {
    title: 'Your account is suspended',
    until: (moment: string) => `Until ${moment}.`,
    withoutEnd: 'No end date is set.',
    reason: 'Reason',
    kept: 'Your messages and rooms are still there. Unsent messages stay on this device.',
    tryAgain: 'Try again',
    logout: 'Log out',
  },
  tr: {
    title: 'Hesabınız askıya alındı',
    until: (moment: string) => `Bitiş: ${moment}.`,
    withoutEnd: 'Bir bitiş tarihi belirtilmedi.',
    reason: 'Gerekçe',
    kept: 'Mesajlarınız ve odalarınız duruyor. Gönderilmemiş mesajlar bu cihazda saklanıyor.',
    tryAgain: 'Yeniden dene',
    logout: 'Çıkış yap',
  },
});
