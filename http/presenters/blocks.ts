import type { AccountId } from '#src/domain/accounts/account.js';
import { blockId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';

/** The accounts of the list that neither block this account nor are blocked by it. One read. */
export async function unblocked(store: Reader, account: AccountId, others: AccountId[]): Promise<AccountId[]> {
  const ids = others.flatMap((other) => [blockId(account, other), blockId(other, account)]);
  const blocks = await store.getMany<{ _id: string; active: true | null }>('blocks', ids);
  const active = new Set(blocks.flatMap((block) => (block?.active ? [block._id] : [])));
  return others.filter((other) => !active.has(blockId(account, other)) && !active.has(blockId(other, account)));
}
