import type { Users } from '#actors/user/commands.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { Profile } from '#src/domain/accounts/account.js';
import { type ProfileBody, profileEndpoints } from '#src/protocol/accounts/profile.js';
import { type OwnAccountDeps, ownAccount } from './own-account.js';

export interface ProfileRoutesDeps extends OwnAccountDeps {
  users: Users;
}

export const profileRoutes = ({ users, ...parts }: ProfileRoutesDeps): Route[] => [
  route(profileEndpoints.changeProfile, async ({ holder, body }) => {
    const account = await users.ask(holder.accountId, { type: 'change_profile', changes: changesOf(body) });
    return ok({ account: await ownAccount(parts, account) });
  }),
];

/** Only the fields that the request has. */
function changesOf(body: ProfileBody): Partial<Profile> {
  const changes: Partial<Profile> = {};
  if (body.bio !== undefined) changes.bio = body.bio || null;
  if (body.dm_policy !== undefined) changes.dmPolicy = body.dm_policy;
  if (body.dm_star_cost !== undefined) changes.dmStarCost = body.dm_star_cost;
  if (body.photo_visibility !== undefined) changes.photoVisibility = body.photo_visibility;
  if (body.hidden_profile !== undefined) changes.hiddenProfile = body.hidden_profile;
  if (body.personalized_ads !== undefined) changes.personalizedAds = body.personalized_ads;
  return changes;
}
