export const rowsEn = {
  messages: 'Messages',
  toNewestOf: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  goBack: 'Back to where you were',
  arrived: (name: string, words: string) => `${name}: ${words}`,
};

export type RowsTexts = typeof rowsEn;
