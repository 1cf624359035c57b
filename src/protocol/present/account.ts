import type { Account } from '#src/domain/accounts/account.js';
import type { Tally } from '#src/domain/accounts/tally.js';
import type { WireAvatar } from './photo.js';

export type WireAccount = ReturnType<typeof presentAccount>;

/** The account for its owner; no other account gets this object. */
export function presentAccount(
  account: Account,
  { followers, following, stars }: Omit<Tally, '_id'>,
  avatar: WireAvatar | null,
) {
  const { profile } = account;
  return {
    id: account._id,
    username: account.username,
    avatar,
    follows: { followers, following },
    stars,
    premium: account.premium,
    birth_date: account.birthDate,
    gender: account.gender,
    bio: profile.bio,
    dm_policy: profile.dmPolicy,
    dm_star_cost: profile.dmStarCost,
    photo_visibility: profile.photoVisibility,
    hidden_profile: profile.hiddenProfile,
    personalized_ads: profile.personalizedAds,
    created_at: new Date(account.createdAt).toISOString(),
    ...(account.bot && { is_bot: true as const }),
  };
}
