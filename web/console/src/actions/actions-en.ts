/** Texts of what operators do, on every page. */
export const actionsEn = {
  reason: 'Reason',
  reasonHint: 'For the audit log, which only operators read.',
  lookHint: 'Looking is recorded with its reason in the audit log.',
  typeWord: (word: string) => `Type “${word}” to confirm`,
  cancel: 'Cancel',
  until: 'Suspended',
  untilChoices: {
    '1': 'for a day',
    '3': 'for three days',
    '7': 'for a week',
    '30': 'for 30 days',
    '365': 'for a year',
    date: 'until a date …',
    never: 'until it is lifted',
  },
  untilDate: 'Until',
  publicReason: 'Text for the person',
  publicReasonHint:
    'The person reads it with the end of the suspension. It is a text of its own: the reason is not shown.',
  copyId: (id: string) => `Copy ${id}`,
  copied: 'Copied.',
  id: 'ID',
  deletedAccount: 'Deleted account',
};

export type ActionTexts = typeof actionsEn;
