import type { SponsoredTexts } from './sponsored-en.js';

export const sponsoredTr: SponsoredTexts = {
  sponsored: 'Sponsorlu',
  by: (sponsor) => `Sponsorlu · ${sponsor}`,
  item: (title) => `Sponsorlu: ${title}`,
  hide: 'Bunu bir daha gösterme',
};
