import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { createDailyCounts, dayStarts } from '#http/sponsored/daily-counts.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { RefusalError } from '#src/errors.js';
import { DAYS_MAX, sponsoredDaysEndpoints as endpoints } from '#src/protocol/sponsored/sponsored-days.js';
import type { Reader } from '#src/store/store.js';
import { advertisedBy, itemIdOf } from './sponsored.js';

export interface SponsoredDaysDeps {
  reader: Reader;
  env: EdgeEnv;
}

export function sponsoredDaysRoutes({ reader, env }: SponsoredDaysDeps): Route[] {
  const daysOf = createDailyCounts(reader);
  return [
    route(endpoints.sponsoredDays, async ({ caller, params, query }) => {
      const organization = await advertisedBy(reader, caller.accountId);
      const item = await reader.get<SponsoredItem>('sponsoredItems', itemIdOf(params));
      if (item?.organization !== organization) throw new RefusalError('not_found');
      const now = env.now();
      const starts = dayStarts(item.createdAt, now, query.utc_offset, DAYS_MAX);
      const [days, hides] = await Promise.all([
        daysOf({ item: item._id, starts, now }),
        reader.count('sponsoredHidden', { index: 'byItem', prefix: [item._id] }),
      ]);
      const counts = days.map(({ startsAt, impressions, clicks }) => ({ starts_at: startsAt, impressions, clicks }));
      return ok({ days: counts, hides });
    }),
  ];
}
