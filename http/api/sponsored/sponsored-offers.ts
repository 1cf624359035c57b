import type { Mark, SponsoredMarks } from '#actors/sponsored/commands.js';
import type { Users } from '#actors/user/commands.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import type { LiveItemsCache } from '#http/sponsored/live-items-cache.js';
import type { SponsoredOffers } from '#http/sponsored/offers.js';
import type { SponsoredTokens, VerifiedOffer } from '#src/adapters/credentials/sponsored-tokens.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentOffer } from '#src/protocol/present/sponsored.js';
import { sponsoredOfferEndpoints as endpoints } from '#src/protocol/sponsored/sponsored-offers.js';
import { itemIdOf } from './sponsored.js';

export interface SponsoredOfferRoutesDeps {
  offers: SponsoredOffers;
  liveItems: LiveItemsCache;
  offerTokens: SponsoredTokens;
  sponsoredMarks: SponsoredMarks;
  users: Users;
  links: FileLinks;
}

/** The app's side of sponsored items. */
export function sponsoredOfferRoutes(deps: SponsoredOfferRoutesDeps): Route[] {
  const { offers, liveItems, offerTokens, sponsoredMarks, users, links } = deps;

  async function count(action: Mark['action'], { organization, item, mark }: VerifiedOffer): Promise<void> {
    const marked = await sponsoredMarks.count(organization, { action, item, mark });
    if (marked.spent) liveItems.invalidate();
  }

  /** The item that was offered to this account with this token; anything else does not exist for it. */
  function offered(account: AccountId, params: Record<string, string>, token: string): VerifiedOffer {
    const offer = offerTokens.verify(token);
    if (offer?.account !== account || offer.item !== itemIdOf(params)) throw new RefusalError('not_found');
    return offer;
  }

  return [
    route(endpoints.offerSponsored, async ({ holder }) => {
      const chosen = await offers.offer(holder);
      if (!chosen) return ok({ item: null });
      const { item, sponsor } = chosen;
      const about = { account: holder.accountId, item: item._id, organization: item.organization };
      return ok({ item: presentOffer(item, sponsor, offerTokens.issue(about), links.picture) });
    }),
    route(endpoints.reportImpression, async ({ caller, params, body }) => {
      await count('impression', offered(caller.accountId, params, body.token));
      return noContent();
    }),
    route(endpoints.reportTap, async ({ caller, params, body }) => {
      await count('tap', offered(caller.accountId, params, body.token));
      return noContent();
    }),
    route(endpoints.hideSponsored, async ({ caller, params, body }) => {
      const { item } = offered(caller.accountId, params, body.token);
      await users.ask(caller.accountId, { type: 'hide_sponsored', item });
      return noContent();
    }),
  ];
}
