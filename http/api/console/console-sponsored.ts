import type { SponsoredItems } from '#actors/sponsored/commands.js';
import { noteBefore } from '#http/operators/audit.js';
import { operationId } from '#http/operators/operation-id.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { LiveItemsCache } from '#http/sponsored/live-items-cache.js';
import type { Organization } from '#src/domain/organizations/organization.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { RefusalError } from '#src/errors.js';
import { consoleSponsoredEndpoints as endpoints } from '#src/protocol/console/console-sponsored.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentReviewed } from '#src/protocol/present/sponsored.js';
import type { Reader } from '#src/store/store.js';
import { itemIdOf } from '../sponsored/sponsored.js';

export interface ConsoleSponsoredDeps {
  sponsored: SponsoredItems;
  liveItems: LiveItemsCache;
  reader: Reader;
  links: FileLinks;
  env: EdgeEnv;
}

/** Review of sponsored items, for operators: the console key was verified before. */
export function consoleSponsoredRoutes({ sponsored, liveItems, reader, links, env }: ConsoleSponsoredDeps): Route[] {
  async function presented(items: SponsoredItem[]) {
    const ids = [...new Set(items.map(({ organization }) => organization))];
    const found = await reader.getMany<Organization>('organizations', ids);
    const organizations = new Map(found.flatMap((each) => (each ? [[each._id, each]] : [])));
    return items.map((item) => presentReviewed(item, organizations.get(item.organization) ?? null, links.picture));
  }
  return [
    route(endpoints.listReviews, async ({ query: { status, limit } }) => {
      const range = { index: 'byStatus', prefix: [status], desc: status !== 'review', limit };
      return ok({ items: await presented(await reader.range<SponsoredItem>('sponsoredItems', range)) });
    }),
    route(endpoints.reviewSponsored, async ({ params, body, ctx }) => {
      const found = await reader.get<SponsoredItem>('sponsoredItems', itemIdOf(params));
      if (!found) throw new RefusalError('not_found');
      const { _id: itemId, organization, status } = found;
      noteBefore(ctx, { status });
      const requestId = operationId(ctx, `review ${itemId}`, env);
      const item = await sponsored.ask(organization, { type: 'review_item', itemId, requestId, ...body });
      liveItems.invalidate();
      return ok({ item: (await presented([item]))[0] });
    }),
  ];
}
