/** What the pages behind links say. */
import type { Language } from '#src/domain/account.js';

export interface PageTexts {
  verify: { title: string; lead: string; button: string; done: string; gone: string };
  reset: {
    title: string;
    lead: string;
    field: string;
    hint: string;
    show: string;
    button: string;
    done: string;
    gone: string;
  };
  /** Of both. */
  failed: string;
  limited: string;
  noScript: string;
}

const english: PageTexts = {
  verify: {
    title: 'Confirm your e-mail address',
    lead: 'One click, and your address is confirmed.',
    button: 'Confirm',
    done: 'Your e-mail address is confirmed. You can log in now.',
    gone: 'This link is not valid any more: it was used already, or is older than a day. Ask for a new one where you log in.',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'You are then logged out on every device.',
    field: 'New password',
    hint: '10 to 128 characters',
    show: 'Show the password',
    button: 'Save',
    done: 'Your new password holds. You can log in with it now.',
    gone: 'This link is not valid any more: it was used already, or is older than an hour. Ask for a new one where you log in.',
  },
  failed: 'It did not work this time. Wait a moment and try again.',
  limited: 'Too many tries. Wait a minute and try again.',
  noScript: 'This page needs JavaScript.',
};

const turkish: PageTexts = {
  verify: {
    title: 'E-posta adresini doğrula',
    lead: 'Tek tıkla adresin doğrulanır.',
    button: 'Doğrula',
    done: 'E-posta adresin doğrulandı. Şimdi giriş yapabilirsin.',
    gone: 'Bu bağlantı artık geçerli değil: kullanılmış ya da üzerinden bir gün geçmiş. Giriş sayfasından yenisini iste.',
  },
  reset: {
    title: 'Yeni bir şifre belirle',
    lead: 'Ardından bütün cihazlarda oturumun kapatılır.',
    field: 'Yeni şifre',
    hint: '10 ile 128 karakter arası',
    show: 'Şifreyi göster',
    button: 'Kaydet',
    done: 'Yeni şifren geçerli. Şimdi onunla giriş yapabilirsin.',
    gone: 'Bu bağlantı artık geçerli değil: kullanılmış ya da üzerinden bir saat geçmiş. Giriş sayfasından yenisini iste.',
  },
  failed: 'Bu kez olmadı. Biraz bekleyip yeniden dene.',
  limited: 'Çok fazla deneme yapıldı. Bir dakika bekleyip yeniden dene.',
  noScript: 'Bu sayfa JavaScript gerektirir.',
};

export const pageTexts: Record<Language, PageTexts> = { tr: turkish, en: english };
