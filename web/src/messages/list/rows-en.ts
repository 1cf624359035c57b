export const rowsEn = {
  unreadAbove: (count: number) => (count === 1 ? '1 new message above' : `${count} new messages above`),
  jumpToDate: 'Jump to a date',
  day: 'Day',
  nothingSince: 'There is no message on this day or later.',
  earlier: 'Earlier messages',
  later: 'Later messages',
  messages: 'Messages',
  toNewestOf: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  goBack: 'Back to where you were',
  arrived: (name: string, words: string) => `${name}: ${words}`,
};

export type RowsTexts = typeof rowsEn;
