/** What sponsored items need on this node beside actors: the shelf, the choice, the tokens of offers. */
import { createSponsoredTokens, type SponsoredTokens } from '#src/adapters/sponsored-tokens.js';
import type { HttpDeps } from './http-deps.js';
import { createSponsoredOffers, type SponsoredOffers } from './sponsored-offers.js';
import { createSponsoredShelf, type SponsoredShelf } from './sponsored-shelf.js';

export interface SponsoredDesk {
  shelf: SponsoredShelf;
  offers: SponsoredOffers;
  offerTokens: SponsoredTokens;
}

export function createSponsoredDesk({
  reader,
  env,
  config,
}: Pick<HttpDeps, 'reader' | 'env' | 'config'>): SponsoredDesk {
  const shelf = createSponsoredShelf({ reader, env });
  const offers = createSponsoredOffers({ reader, shelf, env });
  return { shelf, offers, offerTokens: createSponsoredTokens(config.secrets, env.now) };
}
