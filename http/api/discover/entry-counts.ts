import type { Users } from '#actors/user/commands.js';
import { type Entries, isStatsVisible } from '#http/discover/entries.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import type { Config } from '#src/config/config.js';
import { countsIds, type EntryCounts, readEntryId, sumOfCounts } from '#src/domain/dictionary/entry-counts.js';
import { RefusalError } from '#src/errors.js';
import { entryCountEndpoints as endpoints } from '#src/protocol/discover/entry-counts.js';
import { presentEntryStats } from '#src/protocol/present/entry-stats.js';
import type { Reader } from '#src/store/store.js';

export interface EntryCountRoutesDeps {
  config: Pick<Config, 'dictionary'>;
  users: Users;
  reader: Reader;
  entries: Entries;
  env: Pick<EdgeEnv, 'uuid'>;
}

export function entryCountRoutes({ config, users, reader, entries, env }: EntryCountRoutesDeps): Route[] {
  /** Without a dictionary there are no entries. */
  const entryOf = ({ id = '' }: Record<string, string>): number => {
    const entry = config.dictionary === null ? null : readEntryId(id);
    if (entry === null) throw new RefusalError('not_found');
    return entry;
  };
  return [
    route(endpoints.viewEntry, async ({ holder, params }) => {
      await users.ask(holder.accountId, { type: 'view_entry', entry: entryOf(params) });
      return noContent();
    }),
    route(endpoints.shareEntry, async ({ holder, params, body, unfit }) => {
      const entry = entryOf(params);
      if (unfit.unfit) throw new RefusalError(unfit.unfit.code, unfit.unfit);
      const share = env.uuid();
      await users.ask(holder.accountId, { type: 'share_entry', entry, via: body.via, share });
      return noContent();
    }),
    route(endpoints.viewEntryStats, async ({ holder: { accountId }, params: { id = '' } }) => {
      const entry = await entries.published(id);
      const source = await entries.source(entry);
      if (!isStatsVisible(accountId, entry, source)) throw new RefusalError('forbidden');
      const [parts, reshares] = await Promise.all([
        reader.getMany<EntryCounts>('entryCounts', countsIds(entry.id)),
        entries.reshares(entry),
      ]);
      const { reactions = {}, discussionCount: replies = 0 } = source ?? {};
      const { publishedAt } = entry;
      return ok(presentEntryStats({ sums: sumOfCounts(parts), reactions, replies, reshares, publishedAt }));
    }),
  ];
}
