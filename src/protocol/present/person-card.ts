import type { Account } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import type { Tally } from '#src/domain/accounts/tally.js';
import type { WirePerson } from './person.js';

export type WireFollowRow = ReturnType<typeof presentFollowRow>;

export const presentFollowRow = (person: WirePerson, { at }: Follow) => ({
  ...person,
  followed_at: new Date(at).toISOString(),
});

export const presentFollows = ({ followers, following }: Omit<Tally, '_id'>) => ({ followers, following });

/** How the reader and the person of a card stand to each other. */
export interface Between {
  following: boolean;
  followsMe: boolean;
}

/** Nothing of the person's own settings but what a reader needs to know before opening a direct chat. */
export const presentCard = (
  person: WirePerson,
  { profile }: Account,
  tally: Omit<Tally, '_id'>,
  { following, followsMe }: Between,
) => ({
  ...person,
  bio: profile.bio,
  following,
  follows_me: followsMe,
  follows: presentFollows(tally),
  dm_policy: profile.dmPolicy,
  dm_star_cost: profile.dmStarCost,
});
