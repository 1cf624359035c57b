/** The ties of two accounts: follows and blocks, both ways. Every change of one of them reads all four. */

import { commandRead } from '#actors/runtime/command-read.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import { blockId, followId } from '#src/store/collections.js';
import type { Guard, Reader, Write } from '#src/store/store.js';
import type { Block, UserCommand } from '../commands.js';
import type { UserState } from '../user-state.js';

export interface Ties {
  other: Account | null;
  /** The follow of the other by this account, and the reverse. */
  follow: Follow | null;
  followBack: Follow | null;
  block: Block | null;
  blockBack: Block | null;
}

type TyingCommand = Extract<UserCommand, { other: AccountId }>;

export const tiesRead = commandRead(
  (reader, { other }: TyingCommand, { id }: UserState) => readTies(reader, id, other),
  ({ other }) => other,
);

async function readTies(reader: Reader, self: AccountId, other: AccountId): Promise<Ties> {
  const [account, follows, blocks] = await Promise.all([
    reader.get<Account>('accounts', other),
    reader.getMany<Follow>('follows', [followId(self, other), followId(other, self)]),
    reader.getMany<Block>('blocks', [blockId(self, other), blockId(other, self)]),
  ]);
  const [follow = null, followBack = null] = follows;
  const [block = null, blockBack = null] = blocks;
  return { other: account, follow, followBack, block, blockBack };
}

export const isBlocked = ({ block, blockBack }: Ties): boolean => Boolean(block?.active ?? blockBack?.active);

/** A condition of the transaction on a block as it was seen: none now either. It changes nothing. */
export function stillNoBlock(id: string, seenAs: Block | null): Write {
  if (!seenAs) return { op: 'del', in: 'blocks', id, guard: { absent: true } };
  return { op: 'set', in: 'blocks', id, set: { active: null }, guard: { equals: { active: null } } };
}

/** The same for a follow that was not there; one that was there goes. */
export function endOfFollow(id: string, seenAs: Follow | null): Write {
  const guard: Guard = seenAs ? { equals: { at: seenAs.at } } : { absent: true };
  return { op: 'del', in: 'follows', id, guard };
}
