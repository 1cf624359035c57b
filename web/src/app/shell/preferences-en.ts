export const preferencesEn = {
  title: 'Settings',
  theme: 'Appearance',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  shortcuts: 'Keyboard shortcuts',
  logout: 'Log out',
  logoutQuestion: 'Drafts and messages that are not sent yet are deleted in this browser. Log out?',
};

export type PreferencesTexts = typeof preferencesEn;
