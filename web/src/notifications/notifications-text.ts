import { defineTexts } from '../app/text/define-texts.js';

const en = {
  title: 'Notify me about new messages',
  hint: 'While this page is open in the background. Muted rooms do not notify; archived rooms notify for mentions only.',
  denied: 'This browser blocks notifications from this page. Allow them in the site settings.',
  unable: 'This browser does not support notifications here.',
  private: 'Hide sender and text',
  sound: 'Play a sound',
  try: 'Send a test notification',
  tried: 'This is a test notification.',
  push: 'Also while the page is closed',
  pushHint:
    'The browser gets a fixed sentence through its own push service. It learns neither who wrote nor what, and the push service cannot read it.',
  pushFailed: 'The push service of this browser could not be reached. Try again later.',
};

const tr: typeof en = {
  title: 'Yeni mesajları bana bildir',
  hint: 'Yalnızca bu sayfa açıkken ve görünmüyorken. Sessize alınan odalar bildirmez, arşivlenenler yalnızca sizden söz edilince bildirir.',
  denied: 'Bu tarayıcı bu sayfanın bildirimlerini engelliyor. Site ayarlarından izin verin.',
  unable: 'Bu tarayıcı burada bildirimleri desteklemiyor.',
  private: 'Göndereni ve metni gizle',
  sound: 'Ses çal',
  try: 'Deneme bildirimi gönder',
  tried: 'Bu bir deneme bildirimi.',
  push: 'Sayfa kapalıyken de bildir',
  pushHint:
    'Tarayıcıya kendi bildirim servisi üzerinden sabit bir cümle gelir. Kimin ne yazdığı içinde yoktur, bildirim servisi de onu okuyamaz.',
  pushFailed: 'Bu tarayıcının bildirim servisine ulaşılamadı. Daha sonra yeniden deneyin.',
};

export const { useTexts: useNotificationsText } = defineTexts({ en, tr });
