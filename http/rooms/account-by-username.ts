import type { AccountId } from '#src/domain/accounts/account.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import type { Doc, Reader } from '#src/store/store.js';

/** Null when no account has the name. */
export async function accountByUsername(reader: Reader, username: string): Promise<AccountId | null> {
  const held = await reader.get<Doc & { account: AccountId }>('usernames', foldUsername(username));
  return held?.account ?? null;
}
