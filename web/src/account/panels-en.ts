/** Words about browsers that work in one's name: the panels of businesses. */
export const panelsEn = {
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

export type PanelsTexts = typeof panelsEn;
