import type { Users } from '#actors/user/commands.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { emptyTally, LEDGER_LISTED_MAX, type LedgerEntry, type Tally } from '#src/domain/accounts/tally.js';
import { starEndpoints } from '#src/protocol/accounts/stars.js';
import { presentStarEntry } from '#src/protocol/present/star-entry.js';
import type { Reader } from '#src/store/store.js';

export interface StarRoutesDeps {
  users: Users;
  reader: Reader;
}

export const starRoutes = ({ users, reader }: StarRoutesDeps): Route[] => [
  route(starEndpoints.viewStars, async ({ holder: { accountId } }) => {
    // Asked for its answer alone: an account that is gone has no stars to look at.
    await users.ask(accountId, { type: 'view_account' });
    const range = { index: 'byAccount', prefix: [accountId], desc: true, limit: LEDGER_LISTED_MAX };
    const [tally, entries] = await Promise.all([
      reader.get<Tally>('tallies', accountId),
      reader.range<LedgerEntry>('ledger', range),
    ]);
    return ok({ balance: (tally ?? emptyTally).stars, entries: entries.map(presentStarEntry) });
  }),
];
