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

/** The ties between the reader and the person of a card. */
export interface Between {
  following: boolean;
  followsMe: boolean;
}

/** Of the person's settings the card has only those that a reader needs before opening a direct chat. */
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
