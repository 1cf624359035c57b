import type { Users } from '#actors/user/commands.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { meEndpoints } from '#src/protocol/accounts/me.js';
import { type OwnAccountDeps, ownAccount } from './own-account.js';

export interface MeRoutesDeps extends OwnAccountDeps {
  users: Users;
}

/** A longer text cannot be a username in any normalization: the rest of it is cut off. */
const TYPED_NAME_MAX = 512;

export function meRoutes({ users, ...parts }: MeRoutesDeps): Route[] {
  return [
    route(meEndpoints.viewMe, async ({ holder }) => {
      const account = await users.ask(holder.accountId, { type: 'view_account' });
      return ok({ account: await ownAccount(parts, account) });
    }),
    route(meEndpoints.chooseUsername, async ({ holder, body }) => {
      const username = body.username.slice(0, TYPED_NAME_MAX);
      const account = await users.ask(holder.accountId, { type: 'choose_username', username });
      return ok({ account: await ownAccount(parts, account) });
    }),
  ];
}
