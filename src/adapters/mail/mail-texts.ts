/** The texts of mails in each language. */
import type { Language } from '#src/domain/accounts/account.js';
import type { MailKind } from '#src/domain/v1/v1-mail.js';

export interface MailText {
  subject: string;
  lead: string;
  /** The label of the button; null without a link. */
  button: string | null;
  /** The validity of the link, and the advice for recipients who did not request the mail. */
  notes: readonly string[];
}

/** `account_exists_unverified`: the account is not verified yet; the link verifies it. */
export type MailTexts = Record<MailKind | 'account_exists_unverified', (brand: string) => MailText>;

const english: MailTexts = {
  verify: (brand) => ({
    subject: `Confirm your e-mail address for ${brand}`,
    lead: `Welcome to ${brand}. Confirm that this e-mail address is yours, and your account is ready.`,
    button: 'Confirm e-mail address',
    notes: [
      'The link works once, for 24 hours.',
      'Was it not you who registered? Then you need do nothing: without confirmation nobody can log in.',
    ],
  }),
  account_exists: (brand) => ({
    subject: `You already have an account at ${brand}`,
    lead: `Somebody, probably you, tried to register at ${brand} with this e-mail address. You already have an account: just log in. Have you forgotten your password? The log-in page leads you to a new one.`,
    button: null,
    notes: ['Was it not you? Then you need do nothing: your account is unchanged.'],
  }),
  account_exists_unverified: (brand) => ({
    subject: `You already have an account at ${brand}`,
    lead: `Somebody registered again at ${brand} with this e-mail address. Its account still waits for the address to be confirmed. Was it you? Then confirm it here. If you chose two different passwords, neither of them holds: choose a new one on the log-in page.`,
    button: 'Confirm e-mail address',
    notes: [
      'The link works once, for 24 hours.',
      'Was it not you? Then you need do nothing: without confirmation nobody can log in.',
    ],
  }),
  reset: (brand) => ({
    subject: `Choose a new password for ${brand}`,
    lead: `A new password was asked for your account at ${brand}.`,
    button: 'Choose a new password',
    notes: [
      'The link works once, for one hour. You are then logged out everywhere.',
      'Was it not you? Then you need do nothing: your password stays as it is.',
    ],
  }),
  password_changed: (brand) => ({
    subject: `Your password at ${brand} was changed`,
    lead: `The password of your account at ${brand} was changed, and every device was logged out.`,
    button: null,
    notes: ['Was it not you? Then choose a new password at once: the log-in page leads you there.'],
  }),
  account_deleted: (brand) => ({
    subject: `Your account at ${brand} was deleted`,
    lead: `Your account at ${brand} was deleted, as asked. This is the last mail about it.`,
    button: null,
    notes: [],
  }),
};

const turkish: MailTexts = {
  verify: (brand) => ({
    subject: `${brand} için e-posta adresinizi doğrulayın`,
    lead: `${brand} ailesine hoş geldiniz. Bu e-posta adresinin size ait olduğunu doğrulayın, hesabınız hazır olsun.`,
    button: 'E-posta adresimi doğrula',
    notes: [
      'Bağlantı 24 saat geçerlidir ve bir kez kullanılabilir.',
      'Kaydolan siz değil misiniz? Bir şey yapmanız gerekmez: adres doğrulanmadan kimse giriş yapamaz.',
    ],
  }),
  account_exists: (brand) => ({
    subject: `${brand} üzerinde zaten bir hesabınız var`,
    lead: `Birisi, büyük olasılıkla siz, bu e-posta adresiyle ${brand} üzerinde kaydolmak istedi. Zaten bir hesabınız var: giriş yapmanız yeterli. Şifrenizi mi unuttunuz? Giriş sayfasından yeni bir şifre belirleyebilirsiniz.`,
    button: null,
    notes: ['Bu siz değil misiniz? Bir şey yapmanız gerekmez: hesabınızda hiçbir şey değişmedi.'],
  }),
  account_exists_unverified: (brand) => ({
    subject: `${brand} üzerinde zaten bir hesabınız var`,
    lead: `Birisi bu e-posta adresiyle ${brand} üzerinde yeniden kaydoldu. Bu adresin hesabı hâlâ doğrulanmayı bekliyor. Kaydolan siz misiniz? Öyleyse adresinizi buradan doğrulayın. İki ayrı şifre seçtiyseniz ikisi de geçerli olmaz: giriş sayfasından yeni bir şifre belirleyin.`,
    button: 'E-posta adresimi doğrula',
    notes: [
      'Bağlantı 24 saat geçerlidir ve bir kez kullanılabilir.',
      'Bu siz değil misiniz? Bir şey yapmanız gerekmez: adres doğrulanmadan kimse giriş yapamaz.',
    ],
  }),
  reset: (brand) => ({
    subject: `${brand} için yeni bir şifre belirleyin`,
    lead: `${brand} hesabınız için yeni bir şifre istendi.`,
    button: 'Yeni şifre belirle',
    notes: [
      'Bağlantı bir saat geçerlidir ve bir kez kullanılabilir. Ardından bütün cihazlarda oturumunuz kapatılır.',
      'Bunu siz istemediyseniz bir şey yapmanız gerekmez: şifreniz olduğu gibi kalır.',
    ],
  }),
  password_changed: (brand) => ({
    subject: `${brand} şifreniz değiştirildi`,
    lead: `${brand} hesabınızın şifresi değiştirildi ve bütün cihazlarda oturumunuz kapatıldı.`,
    button: null,
    notes: ['Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin: giriş sayfası size yolu gösterir.'],
  }),
  account_deleted: (brand) => ({
    subject: `${brand} hesabınız silindi`,
    lead: `${brand} hesabınız isteğiniz üzerine silindi. Bu, hesabınızla ilgili son e-postadır.`,
    button: null,
    notes: [],
  }),
};

export const mailTexts: Record<Language, MailTexts> = { tr: turkish, en: english };
