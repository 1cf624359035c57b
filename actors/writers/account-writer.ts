/** Where an identity becomes an account: found by its fingerprint, or made. Before that there is no actor to ask. */

import type { Env } from '#actors/runtime/env.js';
import { type Account, defaultProfile } from '#src/domain/accounts/account.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { RefusalError } from '#src/errors.js';
import { asDoc, type Store, StoreUnavailable } from '#src/store/store.js';
import type { Accounts, Identity } from './commands.js';

type Entered = Awaited<ReturnType<Accounts['enter']>>;

/** After a lost race the winner's document is read; many losses in a row mean that something else is wrong. */
const TRIES_MAX = 5;

export function createAccounts(store: Store, env: Env): Accounts {
  return {
    async enter(identity) {
      try {
        for (let tried = 0; tried < TRIES_MAX; tried += 1) {
          const entered = (await find(store, identity)) ?? (await make(store, env, identity));
          if (entered) return entered;
        }
      } catch (error) {
        // Repeating is safe after any outcome of the transaction: the fingerprint is unique.
        if (!(error instanceof StoreUnavailable)) throw error;
      }
      throw new RefusalError('unavailable', { retryAfterMs: 1_000 });
    },
  };
}

async function find(store: Store, { fingerprint }: Identity): Promise<Entered | null> {
  const [account] = await store.getManyBy<Account>('accounts', 'fingerprint', [fingerprint]);
  return account ? { accountId: account._id, created: false } : null;
}

/** Null when somebody with the same identity was faster. */
async function make(store: Store, env: Env, identity: Identity): Promise<Entered | null> {
  const account = newAccount(env, identity);
  const put = { op: 'put', in: 'accounts', doc: asDoc(account), guard: { absent: true } } as const;
  const tally = { _id: account._id, ...emptyTally } satisfies Tally;
  const count = { op: 'put', in: 'tallies', doc: tally, guard: { absent: true } } as const;
  const result = await store.transaction([put, count]);
  return result.ok ? { accountId: account._id, created: true } : null;
}

function newAccount(env: Env, { fingerprint, developer, birthDate, gender }: Identity): Account {
  return {
    _id: env.uuid(),
    version: 1,
    fingerprint,
    developer,
    username: null,
    birthDate,
    gender,
    profile: { ...defaultProfile },
    premium: false,
    createdAt: env.now(),
  };
}
