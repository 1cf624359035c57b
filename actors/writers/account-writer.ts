/** Where an identity becomes an account: found by its fingerprint, or made. Before that there is no actor to ask. */

import type { Env } from '#actors/runtime/env.js';
import { type Account, type AccountId, defaultProfile } from '#src/domain/accounts/account.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { RefusalError } from '#src/errors.js';
import { asDoc, type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import { type Accounts, type Identity, requireAccount } from './commands.js';

type Entered = Awaited<ReturnType<Accounts['enter']>>;

/** After a lost race the winner's document is read; many losses in a row mean that something else is wrong. */
const TRIES_MAX = 5;

export function createAccounts(store: Store, env: Env): Accounts {
  return {
    async enter(identity) {
      try {
        for (let tried = 0; tried < TRIES_MAX; tried += 1) {
          const entered = await enter(store, env, identity);
          if (entered) return entered;
        }
      } catch (error) {
        // Repeating is safe after any outcome of the transaction: the fingerprint has one place.
        if (!(error instanceof StoreUnavailable)) throw error;
      }
      throw new RefusalError('unavailable', { retryAfterMs: 1_000 });
    },
  };
}

/** The document that makes an identity one account. */
interface FingerprintDoc {
  /** The fingerprint. */
  _id: string;
  account: AccountId;
}

interface Found {
  /** The account that has the identity. */
  account: Account | null;
  place: FingerprintDoc | null;
}

/** An earlier version that closes an account beside this one leaves its place behind. */
async function find(store: Store, { fingerprint }: Identity): Promise<Found> {
  const place = await store.get<FingerprintDoc>('fingerprints', fingerprint);
  const account = place && (await store.get<Account>('accounts', place.account));
  if (account) return { account, place };
  const [unplaced = null] = await store.range<Account>('accounts', {
    index: 'byFingerprint',
    prefix: [fingerprint],
    limit: 1,
  });
  return { account: unplaced, place };
}

/** Null when the account, or its place, has changed meanwhile. */
async function enter(store: Store, env: Env, identity: Identity): Promise<Entered | null> {
  const { account, place } = await find(store, identity);
  if (!account) return make(store, env, identity, place);
  const { _id: accountId, fingerprint } = account;
  const entered = { accountId, created: false };
  if (place?.account === accountId) return entered;
  const { ok } = await store.transaction([requireAccount(accountId), putPlace(fingerprint, accountId, place)]);
  return ok ? entered : null;
}

function putPlace(fingerprint: string, account: AccountId, before: FingerprintDoc | null): Write {
  const guard = before ? { equals: { account: before.account } } : { absent: true as const };
  return { op: 'put', in: 'fingerprints', doc: { _id: fingerprint, account }, guard };
}

async function make(store: Store, env: Env, identity: Identity, place: FingerprintDoc | null): Promise<Entered | null> {
  const account = newAccount(env, identity);
  const put = { op: 'put', in: 'accounts', doc: asDoc(account), guard: { absent: true } } as const;
  const tally = { _id: account._id, ...emptyTally } satisfies Tally;
  const count = { op: 'put', in: 'tallies', doc: tally, guard: { absent: true } } as const;
  const result = await store.transaction([putPlace(identity.fingerprint, account._id, place), put, count]);
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
