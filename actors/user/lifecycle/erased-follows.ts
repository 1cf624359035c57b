import type { AccountId } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import type { Reader, Write } from '#src/store/store.js';

/** Both directions, each with the count of the other account. A concurrent change makes this decide anew. */
export async function erasedFollows(reader: Reader, id: AccountId, limit: number): Promise<Write[]> {
  const [following, followers] = await Promise.all([
    reader.range<Follow>('follows', { index: 'byFollower', prefix: [id], limit }),
    reader.range<Follow>('follows', { index: 'byFollowee', prefix: [id], limit }),
  ]);
  const others = [...following.map(({ followee }) => followee), ...followers.map(({ follower }) => follower)];
  const counted = new Set((await reader.getMany('tallies', others)).flatMap((tally) => tally?._id ?? []));
  return [
    ...following.flatMap((follow) => [ended(follow), ...less(counted, follow.followee, 'followers')]),
    ...followers.flatMap((follow) => [ended(follow), ...less(counted, follow.follower, 'following')]),
  ];
}

const ended = ({ _id, at }: Follow): Write => ({ op: 'del', in: 'follows', id: _id, guard: { equals: { at } } });

/** An account that is being erased as well has no count any more. */
function less(counted: Set<AccountId>, other: AccountId, field: 'followers' | 'following'): Write[] {
  return counted.has(other) ? [{ op: 'set', in: 'tallies', id: other, inc: { [field]: -1 } }] : [];
}
