/** What is said around a sponsored item, wherever it is shown. */
export const sponsoredEn = {
  sponsored: 'Sponsored',
  by: (sponsor: string) => `Sponsored · ${sponsor}`,
  item: (title: string) => `Sponsored: ${title}`,
  hide: 'Do not show this again',
};

export type SponsoredTexts = typeof sponsoredEn;
