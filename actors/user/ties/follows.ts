/** Following: the document, and a count on either side, in one transaction. */

import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import { blockId, followId } from '#src/store/collections.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { FollowCommand } from '../commands/follow-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { endOfFollow, isBlocked, stillNoBlock, type Ties, tiesRead } from './ties.js';

function setFollow(state: UserState, command: CommandOf<'set_follow'>, { now }: Turn): Turned {
  const { account } = state;
  const { other, on } = command;
  if (!account) return refuse('unauthorized');
  if (other === account._id) return refuse('invalid_request', { message: 'Nobody follows themselves.' });
  const ties = tiesRead.of(state, command);
  if (!ties.other || ties.other.leavingAt !== undefined) return refuse('not_found');
  if (Boolean(ties.follow) === on) return reply({ following: on });
  if (on && isBlocked(ties)) return refuse('blocked');
  const writes = on ? beginning(account._id, other, ties, now) : ending(account._id, other, ties);
  const unit = trackWrite(state, other, change(state, account, {}, writes));
  return { kind: 'commit', unit, reply: { following: on }, outputs: [] };
}

function beginning(self: AccountId, other: AccountId, ties: Ties, now: number): Write[] {
  const follow: Follow = { _id: followId(self, other), follower: self, followee: other, at: now };
  return [
    { op: 'put', in: 'follows', doc: asDoc(follow), guard: { absent: true } },
    ...counted(self, other, 1),
    stillNoBlock(blockId(self, other), ties.block),
    stillNoBlock(blockId(other, self), ties.blockBack),
  ];
}

const ending = (self: AccountId, other: AccountId, { follow }: Ties): Write[] => [
  endOfFollow(followId(self, other), follow),
  ...counted(self, other, -1),
];

/** `follower` follows one more, or one less, and the other way round. */
export const counted = (follower: AccountId, followee: AccountId, by: 1 | -1): Write[] => [
  { op: 'set', in: 'tallies', id: follower, inc: { following: by } },
  { op: 'set', in: 'tallies', id: followee, inc: { followers: by } },
];

export const followHandlers: Handlers<FollowCommand['type']> = {
  set_follow: { needs: tiesRead.load, handle: setFollow },
};
