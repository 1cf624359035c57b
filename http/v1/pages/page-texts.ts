/** The texts of the pages behind mailed links. */
import type { Language } from '#src/domain/accounts/account.js';

export type LoginProblem = 'invalid_code' | 'invalid_redirect_uri' | 'idp_not_configured' | 'idp_unavailable';

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
  /** Instead of a login that could not go on. */
  login: Record<LoginProblem, string> & { title: string };
  /** Of both forms. */
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
  login: {
    title: 'The login did not work',
    invalid_code: 'It has expired, or began in another browser. Go back to where you came from and start again.',
    invalid_redirect_uri: 'The page that sent you here is not one that logins may lead back to.',
    idp_not_configured: 'There is no login through a provider here.',
    idp_unavailable: 'The identity provider cannot be reached right now. Wait a moment and try again.',
  },
  failed: 'It did not work this time. Wait a moment and try again.',
  limited: 'Too many tries. Wait a minute and try again.',
  noScript: 'This page needs JavaScript.',
};

const turkish: PageTexts = {
  verify: {
    title: 'E-posta adresinizi doğrulayın',
    lead: 'Tek tıkla adresiniz doğrulanır.',
    button: 'Doğrula',
    done: 'E-posta adresiniz doğrulandı. Şimdi giriş yapabilirsiniz.',
    gone: 'Bu bağlantı artık geçerli değil: kullanılmış ya da üzerinden bir gün geçmiş. Giriş sayfasından yenisini isteyin.',
  },
  reset: {
    title: 'Yeni bir şifre belirleyin',
    lead: 'Ardından bütün cihazlarda oturumunuz kapatılır.',
    field: 'Yeni şifre',
    hint: '10 ile 128 karakter arası',
    show: 'Şifreyi göster',
    button: 'Kaydet',
    done: 'Yeni şifreniz geçerli. Şimdi onunla giriş yapabilirsiniz.',
    gone: 'Bu bağlantı artık geçerli değil: kullanılmış ya da üzerinden bir saat geçmiş. Giriş sayfasından yenisini isteyin.',
  },
  login: {
    title: 'Giriş yapılamadı',
    invalid_code:
      'Girişin süresi dolmuş ya da giriş başka bir tarayıcıda başlamış. Geldiğiniz sayfaya dönüp yeniden başlayın.',
    invalid_redirect_uri: 'Sizi buraya gönderen sayfa, girişten sonra dönülebilecek sayfalar arasında değil.',
    idp_not_configured: 'Burada bir kimlik sağlayıcısıyla giriş yapılamıyor.',
    idp_unavailable: 'Kimlik sağlayıcısına şu anda ulaşılamıyor. Biraz bekleyip yeniden deneyin.',
  },
  failed: 'Bu kez olmadı. Biraz bekleyip yeniden deneyin.',
  limited: 'Çok fazla deneme yapıldı. Bir dakika bekleyip yeniden deneyin.',
  noScript: 'Bu sayfa JavaScript gerektirir.',
};

export const pageTexts: Record<Language, PageTexts> = { tr: turkish, en: english };
