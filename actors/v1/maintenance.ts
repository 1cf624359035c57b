/** Maintenance of an address without a request, and by the provider's events. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { isSuspended } from '#src/domain/accounts/suspension.js';
import { UNVERIFIED_KEPT_MS, type V1Account } from '#src/domain/v1/v1-account.js';
import { type AddressState, Change, type CommandOf as Command } from './address-state.js';

type Entering = Command<'enter_with_provider'>;

/** The provider's word that the address is theirs counts more than a password nobody has proven anything with. */
export function enterWithProvider(state: AddressState, command: Entering, { now }: Turn): Turned {
  const { account, tokens } = state;
  if (tokens.has(command.link)) return reply(null);
  const change = new Change(state);
  if (account === null) change.found(providerAccount(state, command, now));
  else if (account.verifiedAt === null) {
    const passwordRev = account.passwordRev + 1;
    change.account(account, { verifiedAt: now, contested: false, passwordHash: null, passwordRev }).dropTokens();
  } else change.account(account, {});
  const { link: _id, boundTo, expiresAt } = command;
  const code = { _id, address: state.id, kind: 'code', passwordHash: null, boundTo, at: now, expiresAt } as const;
  return change.token(code).commit(null);
}

function providerAccount({ id }: AddressState, { email, accountId }: Entering, now: number): V1Account {
  const state = { passwordHash: null, passwordRev: 1, verifiedAt: now, contested: false, lastLink: null };
  return { _id: id, version: 1, account: accountId, email, ...state, createdAt: now };
}

export function rehash(state: AddressState, { passwordRev, passwordHash }: Command<'rehash'>): Turned {
  const { account } = state;
  if (!account || account.passwordRev !== passwordRev) return refuse('invalid_credentials');
  return new Change(state).account(account, { passwordHash }).commit(null);
}

export function settleMail(state: AddressState, { mail, tryAt }: Command<'settle_mail'>): Turned {
  const row = state.mails.get(mail);
  if (!row) return reply(null);
  if (tryAt === null) return new Change(state).dropMails(({ _id }) => _id === mail).commit(null);
  return new Change(state).tryMailAgain(row, tryAt).commit(null);
}

/** What has expired, and an account whose address nobody has verified. */
export function sweep(state: AddressState, { now }: Turn): Turned {
  const isOver = ({ expiresAt }: { expiresAt: number }) => now >= expiresAt;
  const change = new Change(state).dropTokens(isOver).dropSessions(isOver);
  const { account } = state;
  if (
    account &&
    account.verifiedAt === null &&
    now >= account.createdAt + UNVERIFIED_KEPT_MS &&
    state.tokens.size === 0 &&
    // Its removal would end the suspension: the address could be registered again.
    !isSuspended(account, now)
  )
    change.removeAccount(account);
  return change.size === 0 ? reply(0) : change.commit(change.size);
}
