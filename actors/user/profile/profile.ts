/** The profile of an account and its visibility. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { missingPriceMessage, type Profile } from '#src/domain/accounts/account.js';
import type { ProfileCommand } from '../commands/profile-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { endOfEra, forgetSoon, UNDER } from '../interests/interest-era.js';
import { change, type UserState } from '../user-state.js';
import { avatarEvent } from './photos.js';

function changeProfile(state: UserState, { changes }: CommandOf<'change_profile'>, { now }: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const before = account.profile;
  const profile: Profile = { ...before, ...changes };
  // The check is on the resulting profile: either field may have been set before.
  if (profile.dmPolicy === 'paid' && profile.dmStarCost < 1) {
    return refuse('validation_failed', { fields: { dm_star_cost: [missingPriceMessage] } });
  }
  if (isSame(before, profile)) return reply(account);
  const isUnwanted = before.personalizedAds && !profile.personalizedAds;
  const forgetting = isUnwanted ? endOfEra(account, now) : { fields: {}, writes: [] };
  const unit = change(state, account, { profile, ...forgetting.fields }, forgetting.writes);
  const outputs = before.photoVisibility === profile.photoVisibility ? [] : [avatarEvent(account)];
  if (isUnwanted) {
    trackWrite(state, UNDER, unit);
    outputs.push(forgetSoon(account));
  }
  return { kind: 'commit', unit, reply: state.account, outputs };
}

const isSame = (one: Profile, two: Profile): boolean =>
  (Object.keys(two) as (keyof Profile)[]).every((key) => one[key] === two[key]);

export const profileHandlers: Handlers<ProfileCommand['type']> = {
  change_profile: { handle: changeProfile },
};
