/** An admin adds somebody to the room. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Member } from '#src/domain/rooms/room.js';
import { blockId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import { isRefused, keyRefusal } from '../access/access.js';
import { needsTarget, targetOr } from '../access/targets.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { admit, entryRefusal } from './join-and-leave.js';

function addMemberNeeds(needs: Needs, { by, account }: CommandOf<'add_member'>): void {
  needs.member(by.accountId);
  if (account === null) return;
  needsTarget(needs, by, account);
  needs.ban(account);
  needs.request(account);
  needs.once('isBlocked', (reader) => hasBlocked(reader, account, by.accountId));
}

/** Being added is contact: a blocked account cannot add the blocker to a room. The blocker may add the blocked one. */
async function hasBlocked(reader: Reader, account: AccountId, by: AccountId): Promise<boolean> {
  const block = await reader.get<Doc & { active: true | null }>('blocks', blockId(account, by));
  return block?.active === true;
}

/** Past the closed room and the queue, not past a ban, a block or stars. */
function addMember(state: RoomState, command: CommandOf<'add_member'>, turn: { now: number }): Handled {
  const { by, account, unfit } = command;
  const code = keyRefusal(state, by, 'group.can_invite_members');
  if (code) return refuse(code);
  if (unfit) return { kind: 'refuse', refusal: unfit };
  const target = account === null ? refuse('not_found') : targetOr(state, { ...command, account }, command);
  if (isRefused(target)) return target;
  if (target.member) return reply({ member: target.member, added: false });
  const accountId = account as AccountId;
  if (target.username === null) return refuse('not_found');
  if (state.readsFor(command).isBlocked) return refuse('blocked');
  const closed = entryRefusal(state, accountId);
  if (closed) return refuse(closed);
  return admit(
    state,
    { accountId, username: target.username, ...(target.isBot && { isBot: true as const }) },
    { by, reply: () => ({ member: state.memberOf(accountId) as Member, added: true }), now: turn.now },
  );
}

export const addMemberHandlers: Handlers<'add_member'> = {
  add_member: { needs: addMemberNeeds, handle: addMember },
};
