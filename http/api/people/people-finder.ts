import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { readUsername } from '#src/domain/accounts/username.js';
import { RefusalError } from '#src/errors.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

/** The account that has this username now, in any case; `not_found` without one, and for one that is being deleted. */
export async function personNamed(reader: Reader, typed = ''): Promise<Account & { username: string }> {
  const username = readUsername(typed);
  const holder = username && (await reader.get<{ _id: string; account: AccountId }>('usernames', username.key));
  if (!holder) throw new RefusalError('not_found');
  return named(await personWith(reader, holder.account));
}

/** The account of this id; `not_found` for an invalid id. */
export async function personWith(reader: Reader, typed = ''): Promise<Account> {
  const id = typed.toLowerCase();
  const account = isUuid(id) ? await reader.get<Account>('accounts', id) : null;
  if (!account || account.leavingAt !== undefined) throw new RefusalError('not_found');
  return account;
}

function named(account: Account): Account & { username: string } {
  const { username } = account;
  if (username === null) throw new RefusalError('not_found');
  return { ...account, username };
}
