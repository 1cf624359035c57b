import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { Account } from '#src/domain/accounts/account.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { presentAccount, type WireAccount } from '#src/protocol/present/account.js';
import type { Reader } from '#src/store/store.js';

export interface OwnAccountDeps {
  reader: Reader;
  peoplePresenter: PeoplePresenter;
}

/** The account as its owner sees it, with the numbers that others change too. */
export async function ownAccount({ reader, peoplePresenter }: OwnAccountDeps, account: Account): Promise<WireAccount> {
  const tally = await reader.get<Tally>('tallies', account._id);
  return presentAccount(account, tally ?? emptyTally, peoplePresenter.ownAvatar(account));
}
