/** Texts of a sponsored item, on every page that shows one. */
export const sponsoredEn = {
  sponsored: 'Sponsored',
  by: (sponsor: string) => `Sponsored · ${sponsor}`,
  item: (title: string) => `Sponsored: ${title}`,
  hide: 'Do not show this again',
};

export type SponsoredTexts = typeof sponsoredEn;
