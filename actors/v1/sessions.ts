/** Logins of an address: opened by password or code, renewed by single-use refresh tokens, closed. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { FRESH_LOGIN_MS, V1_SESSIONS_MAX, type V1Account, type V1Session } from '#src/domain/v1/v1-account.js';
import { type AddressState, Change, type CommandOf as Command, mailRow } from './address-state.js';
import type { LoggedIn, NewSession } from './commands.js';

export function logIn(state: AddressState, command: Command<'log_in'>, { now }: Turn): Turned {
  const { account } = state;
  if (!account || account.passwordRev !== command.passwordRev) return refuse('invalid_credentials');
  if (account.verifiedAt === null) return refuse('email_not_verified');
  return open(state, account, command, 'password', now);
}

export function exchangeCode(state: AddressState, command: Command<'exchange_code'>, { now }: Turn): Turned {
  const { account, tokens } = state;
  const token = tokens.get(command.link);
  if (account && state.sessions.has(command.sessionId)) return open(state, account, command, 'provider', now);
  const isUsable = token?.kind === 'code' && now < token.expiresAt && token.boundTo === command.boundTo;
  if (!account || !isUsable) return refuse('invalid_code');
  return open(state, account, command, 'provider', now, command.link);
}

function open(
  state: AddressState,
  account: V1Account,
  command: NewSession,
  method: V1Session['method'],
  now: number,
  code?: string,
): Turned {
  const known = state.sessions.get(command.sessionId);
  if (known) return reply(loggedIn(account, known));
  const session = newSession(account, command, method, now);
  const leaving = leavers(state, now);
  const change = new Change(state).account(account, {}).dropTokens(({ _id }) => _id === code);
  change.dropSessions(({ _id }) => leaving.has(_id)).session(session);
  return change.commit(loggedIn(account, session));
}

const loggedIn = ({ account: id, email }: V1Account, session: V1Session): LoggedIn => ({
  account: { id, email },
  session,
});

function newSession(account: V1Account, of: NewSession, method: V1Session['method'], now: number): V1Session {
  const { sessionId: _id, refreshHash, expiresAt } = of;
  const owner = { address: account._id, account: account.account };
  return { _id, ...owner, method, generation: 0, recent: [], refreshHash, createdAt: now, lastUsedAt: now, expiresAt };
}

/** The sessions that make room for a new one: expired or closed ones first, then the least recently used. */
function leavers({ sessions }: AddressState, now: number): Set<string> {
  const excess = sessions.size + 1 - V1_SESSIONS_MAX;
  if (excess <= 0) return new Set();
  const rank = (session: V1Session) => (isOpen(session, now) ? session.lastUsedAt : 0);
  const all = [...sessions.values()].sort((a, b) => rank(a) - rank(b));
  return new Set(all.slice(0, excess).map(({ _id }) => _id));
}

const isOpen = ({ closedAt, expiresAt }: V1Session, now: number): boolean => closedAt === undefined && now < expiresAt;

/** One guarded write decides between two that come at once: the first rotates, the other finds a token just used. */
export function rotate(state: AddressState, command: Command<'rotate'>, { now }: Turn): Turned {
  const { account, sessions } = state;
  const session = sessions.get(command.sessionId);
  if (!account || !session || now >= session.expiresAt) return refuse('invalid_refresh_token');
  if (session.refreshHash === command.refreshHash) return reply(session);
  if (command.generation < session.generation) return usedBefore(state, account, session, command, now);
  if (session.refreshHash !== command.usedHash) return refuse('invalid_refresh_token');
  if (session.closedAt !== undefined) return refuse('session_revoked');
  const rotated: V1Session = {
    ...session,
    generation: session.generation + 1,
    recent: [...stillRecent(session, command, now), `${session.generation}:${now}`],
    refreshHash: command.refreshHash,
    lastUsedAt: now,
    expiresAt: command.expiresAt,
  };
  return new Change(state).account(account, {}).session(rotated).commit(rotated);
}

function stillRecent({ recent }: V1Session, { replayMs }: Command<'rotate'>, now: number): string[] {
  return recent.filter((each) => now - Number(each.split(':')[1]) <= replayMs);
}

/** A used token is another tab's, if it was used just now; otherwise it is stolen, from whichever side it came. */
function usedBefore(
  state: AddressState,
  account: V1Account,
  session: V1Session,
  command: Command<'rotate'>,
  now: number,
): Turned {
  const isRecent = stillRecent(session, command, now).some((each) => each.startsWith(`${command.generation}:`));
  if (isRecent) return refuse(session.closedAt === undefined ? 'refresh_conflict' : 'session_revoked');
  if (session.closedAt !== undefined) return refuse('refresh_token_reused');
  return new Change(state)
    .account(account, {})
    .session({ ...session, closedAt: now })
    .commit(null);
}

export function close(state: AddressState, { sessionId }: Command<'close'>, { now }: Turn): Turned {
  const { account, sessions } = state;
  const session = sessions.get(sessionId);
  if (!account || !session || session.closedAt !== undefined) return reply(null);
  return new Change(state)
    .account(account, {})
    .session({ ...session, closedAt: now })
    .commit(null);
}

export function listSessions(state: AddressState, { accountId }: Command<'list_sessions'>, { now }: Turn): Turned {
  const own = [...state.sessions.values()].filter((each) => each.account === accountId && isOpen(each, now));
  return reply(own.sort((a, b) => b.lastUsedAt - a.lastUsedAt));
}

export function closeListed(state: AddressState, command: Command<'close_listed'>, turn: Turn): Turned {
  const session = state.sessions.get(command.sessionId);
  if (!session || session.account !== command.accountId) return refuse('not_found');
  if (turn.attempt > 0 && session.closedAt !== undefined) return reply(null);
  if (!isOpen(session, turn.now)) return refuse('not_found');
  return close(state, { type: 'close', sessionId: session._id }, turn);
}

export function deleteAccount(state: AddressState, command: Command<'delete_account'>, turn: Turn): Turned {
  const { account } = state;
  const { now, attempt } = turn;
  // Its farewell is written: it was this very command that ended it.
  if (attempt > 0 && state.mails.has(command.mail)) return reply(null);
  if (!account || account.account !== command.accountId) return refuse('session_revoked');
  if (!isProven(state, account, command, now)) return refuse('invalid_credentials');
  const { mail, language } = command;
  const told = mailRow(state, 'account_deleted', { mail, language, email: account.email }, null, turn);
  return new Change(state).removeAccount(account).dropTokens().dropSessions().dropMails().mail(told).commit(null);
}

function isProven({ sessions }: AddressState, account: V1Account, command: Command<'delete_account'>, now: number) {
  if (command.passwordRev !== null) return command.passwordRev === account.passwordRev;
  const session = sessions.get(command.sessionId);
  return session?.method === 'provider' && now - session.createdAt <= FRESH_LOGIN_MS;
}
