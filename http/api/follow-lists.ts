import type { AccountId } from '#src/domain/account.js';
import { FOLLOWS_LISTED_MAX, type Follow } from '#src/domain/follow.js';
import { presentFollowRow, type WireFollowRow } from '#src/protocol/present/person-card.js';
import type { Reader } from '#src/store/store.js';
import type { Faces } from '../faces.js';

export interface FollowListDeps {
  reader: Reader;
  faces: Faces;
}

export type Side = 'followers' | 'following';

/** Who follows this account, or whom it follows, as the reader sees them: newest first, who is leaving left out. */
export async function followList(
  { reader, faces }: FollowListDeps,
  { side, of, readBy }: { side: Side; of: AccountId; readBy: AccountId },
): Promise<WireFollowRow[]> {
  const index = side === 'followers' ? 'byFollowee' : 'byFollower';
  const range = { index, prefix: [of], desc: true, limit: FOLLOWS_LISTED_MAX };
  const follows = await reader.range<Follow>('follows', range);
  const other = ({ follower, followee }: Follow) => (side === 'followers' ? follower : followee);
  const people = await faces.people(readBy, follows.map(other));
  return follows.flatMap((follow) => {
    const person = people.get(other(follow));
    return person ? [presentFollowRow(person, follow)] : [];
  });
}
