/** Requests for mails with links, and the effects of these links. No answer tells whether an account exists. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import {
  RESET_LINK_MS,
  type V1Account,
  type V1Token,
  type V1TokenKind,
  VERIFY_LINK_MS,
} from '#src/domain/v1/v1-account.js';
import type { MailKind } from '#src/domain/v1/v1-mail.js';
import {
  type AddressState,
  Change,
  type CommandOf as Command,
  type MailSource,
  mailRow,
  mayMail,
} from './address-state.js';

type Asking = Command<'register' | 'resend_verification' | 'forget_password'>;

/** Repeated after an unknown outcome: its own writes are there. */
const isDone = ({ tokens, mails }: AddressState, { link, mail }: Asking): boolean =>
  tokens.has(link) || mails.has(mail);

export function register(state: AddressState, command: Command<'register'>, turn: Turn): Turned {
  const { account } = state;
  const { now } = turn;
  const { passwordHash } = command;
  if (isDone(state, command)) return reply(null);
  if (account === null) {
    const change = new Change(state).found(newAccount(state, command, now));
    return mailLink({ state, change, command, turn }, 'verify', 'verify', passwordHash);
  }
  if (account.verifiedAt !== null) return tellOwner(state, command, turn);
  // Whose link is opened proves nothing about passwords: a stranger's registration is mailed to the owner, too.
  const isSame = command.sameAs !== null && command.sameAs === account.passwordHash;
  const change = new Change(state).account(account, { contested: account.contested || !isSame });
  return mailLink({ state, change, command, turn }, 'account_exists', 'verify', null);
}

/** The row counts towards how many mails may go there for as long as a link would. */
function tellOwner(state: AddressState, command: Asking, turn: Turn): Turned {
  const { now } = turn;
  const mailed = sourceOf(command);
  if (!mayMail(state, mailed, now)) return sameWork(state, command, now);
  const told = { ...newToken(state, command.link, 'nothing', now), mailed, expiresAt: now + RESET_LINK_MS };
  return new Change(state)
    .token(told)
    .mail(mailRow(state, 'account_exists', command, null, turn))
    .commit(null);
}

export function resendVerification(state: AddressState, command: Command<'resend_verification'>, turn: Turn): Turned {
  const { account } = state;
  if (isDone(state, command)) return reply(null);
  if (account === null || account.verifiedAt !== null) return sameWork(state, command, turn.now);
  const change = new Change(state).account(account, {});
  return mailLink({ state, change, command, turn }, 'verify', 'verify', provenPassword(account));
}

/** Of several registrations none can be told to be the owner's: then the owner chooses a new one. */
const provenPassword = ({ contested, passwordHash }: V1Account): string | null => (contested ? null : passwordHash);

export function forgetPassword(state: AddressState, command: Command<'forget_password'>, turn: Turn): Turned {
  const { account } = state;
  if (isDone(state, command)) return reply(null);
  if (account === null) return sameWork(state, command, turn.now);
  const change = new Change(state).account(account, {});
  return mailLink({ state, change, command, turn }, 'reset', 'reset', null);
}

interface Mailing {
  state: AddressState;
  change: Change;
  command: Asking;
  turn: Turn;
}

function mailLink(
  { state, change, command, turn }: Mailing,
  kind: MailKind,
  of: V1TokenKind,
  hash: string | null,
): Turned {
  const mailed = sourceOf(command);
  const { now } = turn;
  if (!mayMail(state, mailed, now)) return change.token(newToken(state, command.link, 'nothing', now)).commit(null);
  const token = { ...newToken(state, command.link, of, now), passwordHash: hash, mailed };
  return change
    .token(token)
    .mail(mailRow(state, kind, command, command.link, turn))
    .commit(null);
}

const budgets = { register: 'register', resend_verification: 'resend', forget_password: 'forget' } as const;

const sourceOf = ({ type, from }: Asking): MailSource => ({ by: budgets[type], from });

/** As durable as a real one, so that the answer takes as long. */
function sameWork(state: AddressState, { link }: Asking, now: number): Turned {
  return new Change(state).token(newToken(state, link, 'nothing', now)).commit(null);
}

const lifetimes: Record<V1TokenKind, number> = { verify: VERIFY_LINK_MS, reset: RESET_LINK_MS, code: 0, nothing: 0 };

function newToken({ id }: AddressState, link: string, kind: V1TokenKind, now: number): V1Token {
  const expiresAt = now + lifetimes[kind];
  return { _id: link, address: id, kind, passwordHash: null, boundTo: null, at: now, expiresAt };
}

function newAccount({ id }: AddressState, command: Command<'register'>, now: number): V1Account {
  const { accountId: account, email, passwordHash } = command;
  const state = { verifiedAt: null, contested: false, lastLink: null };
  return { _id: id, version: 1, account, email, passwordHash, passwordRev: 1, ...state, createdAt: now };
}

function usable({ tokens }: AddressState, link: string, kind: V1TokenKind, now: number): V1Token | null {
  const token = tokens.get(link);
  return token && token.kind === kind && now < token.expiresAt ? token : null;
}

export function verify(state: AddressState, { link }: Command<'verify'>, { now, attempt }: Turn): Turned {
  const { account } = state;
  if (attempt > 0 && account?.lastLink === link) return reply(null);
  const token = usable(state, link, 'verify', now);
  if (!account || !token) return refuse('invalid_verification_token');
  const passwordHash = account.contested ? null : (token.passwordHash ?? account.passwordHash);
  const fields = { verifiedAt: now, contested: false, passwordHash, passwordRev: account.passwordRev + 1 };
  return new Change(state)
    .account(account, { ...fields, lastLink: link })
    .dropTokens(isVerify)
    .commit(null);
}

const isVerify = ({ kind }: V1Token): boolean => kind === 'verify';

/** The person who opened the mail owns the address, which verifies it too. Every open login ends. */
export function resetPassword(state: AddressState, command: Command<'reset_password'>, turn: Turn): Turned {
  const { account } = state;
  const { link, passwordHash, mail, language } = command;
  const { now, attempt } = turn;
  if (attempt > 0 && account?.lastLink === link) return reply(null);
  if (!account || !usable(state, link, 'reset', now)) return refuse('invalid_reset_token');
  const verified = { verifiedAt: account.verifiedAt ?? now, contested: false };
  const fields = { ...verified, passwordHash, passwordRev: account.passwordRev + 1, lastLink: link };
  const change = new Change(state).account(account, fields).dropTokens();
  for (const session of state.sessions.values()) {
    if (session.closedAt === undefined) change.session({ ...session, closedAt: now });
  }
  const told = { mail, language, email: account.email };
  return change.mail(mailRow(state, 'password_changed', told, null, turn)).commit(null);
}
