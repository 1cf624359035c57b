export const rowsEn = {
  messages: 'Messages',
  toNewestOf: (count: number) => (count === 1 ? 'One new message: go to it' : `${count} new messages: to the newest`),
  goBack: 'Back to where you were',
  arrived: (name: string, words: string) => `${name}: ${words}`,
};

export type RowsTexts = typeof rowsEn;
