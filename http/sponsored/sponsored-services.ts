/** Services for sponsored items on this node: the cache of live items, the choice, the tokens of offers. */
import { createSponsoredTokens, type SponsoredTokens } from '#src/adapters/credentials/sponsored-tokens.js';
import type { HttpDeps } from '../http-deps.js';
import { createLiveItemsCache, type LiveItemsCache } from './live-items-cache.js';
import { createSponsoredOffers, type SponsoredOffers } from './offers.js';

export interface SponsoredServices {
  liveItems: LiveItemsCache;
  offers: SponsoredOffers;
  offerTokens: SponsoredTokens;
}

export function createSponsoredServices({
  reader,
  env,
  config,
}: Pick<HttpDeps, 'reader' | 'env' | 'config'>): SponsoredServices {
  const liveItems = createLiveItemsCache({ reader, env });
  const offers = createSponsoredOffers({ reader, liveItems, env });
  return { liveItems, offers, offerTokens: createSponsoredTokens(config.secrets, env.now) };
}
