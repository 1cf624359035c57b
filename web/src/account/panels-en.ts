/** Texts of the browsers that are linked as business panels. */
export const panelsEn = {
  hint: 'Browsers that use the business panel with your account. Unlinking signs a browser out at once.',
  none: 'No linked browsers.',
  linkOne: 'Link a browser',
  code: 'Code from the QR code',
  codeHint: 'The page at /panel shows the code. Scan it, or paste it here.',
  show: 'Continue',
  question: (label: string) => `Link “${label}”? It can use your account until you unlink it.`,
  yes: 'Link',
  cancel: 'Cancel',
  linked: (when: string) => `linked ${when}`,
  used: (when: string) => `last used ${when}`,
  unused: 'not used yet',
  unlink: 'Unlink',
  nameless: 'Unnamed browser',
  badCode: 'This code has been used or has expired. The page shows a new one.',
};

export type PanelsTexts = typeof panelsEn;
