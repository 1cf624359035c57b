import type { Account } from '#src/domain/account.js';
import { emptyTally, type Tally } from '#src/domain/tally.js';
import { presentAccount, type WireAccount } from '#src/protocol/present/account.js';
import type { Reader } from '#src/store/store.js';
import type { Faces } from '../faces.js';

export interface OwnAccountDeps {
  reader: Reader;
  faces: Faces;
}

/** The account as its owner sees it, with the numbers that others change too. */
export async function ownAccount({ reader, faces }: OwnAccountDeps, account: Account): Promise<WireAccount> {
  const tally = await reader.get<Tally>('tallies', account._id);
  return presentAccount(account, tally ?? emptyTally, faces.own(account));
}
