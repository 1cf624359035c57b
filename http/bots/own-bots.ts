/** The bots of a person: only their owner names them, for everybody else there are none. */
import type { Session, Users } from '#actors/user/commands.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

const SESSIONS_READ = 200;

/** The bot of this owner with this id; `not_found` for any other account. */
export async function ownBot(users: Users, owner: AccountId, typed = ''): Promise<Account> {
  const id = typed.toLowerCase();
  const found = isUuid(id) ? await users.tryAsk(id, { type: 'view_account' }) : null;
  if (found && !found.ok && found.code !== 'unauthorized' && found.code !== 'not_found') {
    throw new RefusalError(found.code, found);
  }
  if (!found?.ok || found.value.bot?.owner !== owner) throw new RefusalError('not_found');
  return found.value;
}

/** The oldest first. Bots that were closed elsewhere are still in the list of their owner. */
export async function botsOf(
  users: Users,
  reader: Reader,
  owner: AccountId,
): Promise<{ bots: Account[]; gone: AccountId[] }> {
  const { bots: ids = [] } = await users.ask(owner, { type: 'view_account' });
  const accounts = await reader.getMany<Account>('accounts', ids);
  return {
    bots: accounts.filter((account) => account !== null),
    gone: ids.filter((_, at) => accounts[at] === null),
  };
}

/** The oldest first. */
export async function tokensOf(reader: Reader, bot: AccountId): Promise<Session[]> {
  const range = { index: 'byAccount', prefix: [bot], limit: SESSIONS_READ };
  return (await reader.range<Session>('sessions', range)).filter(({ token }) => token !== undefined);
}
