import type { SponsoredItems } from '#actors/sponsored/commands.js';
import { uuidOf } from '#src/domain/hash.js';
import type { Organization } from '#src/domain/organization.js';
import type { SponsoredItem } from '#src/domain/sponsored.js';
import { RefusalError } from '#src/errors.js';
import { consoleSponsoredEndpoints as endpoints } from '#src/protocol/console-sponsored.js';
import type { FileLinks } from '#src/protocol/file-links.js';
import { presentReviewed } from '#src/protocol/present/sponsored.js';
import type { Reader } from '#src/store/store.js';
import type { EdgeEnv } from '../edge-env.js';
import { idempotencyKey } from '../idempotency-key.js';
import { ok, type Route, route } from '../route.js';
import type { SponsoredShelf } from '../sponsored-shelf.js';
import { itemIdOf } from './sponsored.js';

export interface ConsoleSponsoredDeps {
  sponsored: SponsoredItems;
  shelf: SponsoredShelf;
  reader: Reader;
  links: FileLinks;
  env: EdgeEnv;
}

/** Review of sponsored items. Whoever comes here has shown the operators' key. */
export function consoleSponsoredRoutes({ sponsored, shelf, reader, links, env }: ConsoleSponsoredDeps): Route[] {
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
      const { _id: itemId, organization } = found;
      const key = idempotencyKey(ctx.headers);
      const requestId = key === null ? env.uuid() : uuidOf(`review ${itemId} ${key}`);
      const item = await sponsored.ask(organization, { type: 'review_item', itemId, requestId, ...body });
      shelf.changed();
      return ok({ item: (await presented([item]))[0] });
    }),
  ];
}
