import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { FOLLOWS_LISTED_MAX, type Follow } from '#src/domain/accounts/follow.js';
import { presentFollowRow, type WireFollowRow } from '#src/protocol/present/person-card.js';
import type { Reader } from '#src/store/store.js';

export interface FollowListDeps {
  reader: Reader;
  peoplePresenter: PeoplePresenter;
}

export type Side = 'followers' | 'following';

/**
 * The followers of this account, or the accounts that it follows, as the reader sees them: newest first, without
 * accounts that are being deleted.
 */
export async function followList(
  { reader, peoplePresenter }: FollowListDeps,
  { side, of, readBy }: { side: Side; of: AccountId; readBy: AccountId },
): Promise<WireFollowRow[]> {
  const index = side === 'followers' ? 'byFollowee' : 'byFollower';
  const range = { index, prefix: [of], desc: true, limit: FOLLOWS_LISTED_MAX };
  const follows = await reader.range<Follow>('follows', range);
  const other = ({ follower, followee }: Follow) => (side === 'followers' ? follower : followee);
  const people = await peoplePresenter.people(readBy, follows.map(other));
  return follows.flatMap((follow) => {
    const person = people.get(other(follow));
    return person ? [presentFollowRow(person, follow)] : [];
  });
}
