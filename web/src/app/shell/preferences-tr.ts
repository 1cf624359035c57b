import type { PreferencesTexts } from './preferences-en.js';

export const preferencesTr: PreferencesTexts = {
  title: 'Ayarlar',
  theme: 'Görünüm',
  themes: { system: 'Sistemdeki gibi', light: 'Açık', dark: 'Koyu' },
  language: 'Dil',
  shortcuts: 'Klavye kısayolları',
  logout: 'Çıkış yap',
  logoutQuestion: 'Taslaklar ve henüz gönderilmemiş mesajlar bu tarayıcıdan silinir. Çıkılsın mı?',
};
