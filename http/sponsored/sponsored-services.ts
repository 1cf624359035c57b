/** Services for sponsored items on this node: the cache of live items, the choice, the tokens of offers. */
import { createSponsoredTokens, type SponsoredTokens } from '#src/adapters/credentials/sponsored-tokens.js';
import type { Config } from '#src/config/config.js';
import type { Reader } from '#src/store/store.js';
import type { EdgeEnv } from '../routing/edge-env.js';
import { createLiveItemsCache, type LiveItemsCache } from './live-items-cache.js';
import { createSponsoredOffers, type SponsoredOffers } from './offers.js';

export interface SponsoredServices {
  liveItems: LiveItemsCache;
  offers: SponsoredOffers;
  offerTokens: SponsoredTokens;
}

interface SponsoredServicesDeps {
  reader: Reader;
  env: EdgeEnv;
  config: Pick<Config, 'secrets'>;
}

export function createSponsoredServices({ reader, env, config }: SponsoredServicesDeps): SponsoredServices {
  const liveItems = createLiveItemsCache({ reader, env });
  const offers = createSponsoredOffers({ reader, liveItems, env });
  return { liveItems, offers, offerTokens: createSponsoredTokens(config.secrets, env.now) };
}
