/** Logins: opened, renewed by single-use refresh tokens, closed, swept. Only hashes of tokens come here. */

import { refuse, reply } from '#actors/runtime/decision.js';
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import type { Account, IdentityClaims, SessionId } from '#src/domain/accounts/account.js';
import { withRevoked } from '#src/domain/accounts/bot.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { Session } from '../commands/session-commands.js';
import type { CommandOf as Command, Handlers, UserTools } from '../handler.js';
import { change, SESSIONS_MAX, toUser, type UserState } from '../user-state.js';
import { dropTokens, namedDevices } from './devices.js';
import { usedNow } from './panel-use.js';

/**
 * A device whose answer got lost may ask for the same pair again for this long; a used token is no theft until then.
 */
export const ROTATION_REPEAT_MS = 15_000;

function openSession(state: UserState, command: Command<'open_session'>, { now }: Turn, tools: UserTools): Turned {
  const { account, sessions } = state;
  if (!account) return refuse('unauthorized');
  const known = sessions.get(command.sessionId);
  if (known) return opened(account, known, command);
  const crowded = sessionsToEvict(state, now);
  const session = newSession(account, command, now, tools);
  sessions.set(session._id, session);
  const put: Write = { op: 'put', in: 'sessions', doc: asDoc(session), guard: { absent: true } };
  const writes = [put, ...removeSessions(state, crowded)];
  const fields = { ...changedClaims(account, command.claims), ...namedDevices(state, account) };
  const unit = change(state, account, fields, writes);
  return {
    kind: 'commit',
    unit,
    reply: { account: state.account, session },
    outputs: sessionClosedEvent(state, crowded),
  };
}

/** The command came before, and its outcome was unknown: an id is random, so the same hash means it is ours. */
function opened(account: Account, known: Session, command: Command<'open_session'>): Turned {
  return known.refreshHash === command.refreshHash
    ? reply({ account, session: known })
    : refuse('invalid_refresh_token');
}

function rotateSession(
  state: UserState,
  command: Command<'rotate_session'>,
  { now }: Turn,
  { sessionMaxAgeMs }: UserTools,
): Turned {
  const { account, sessions } = state;
  const session = sessions.get(command.sessionId);
  if (!account || !session || isOver(session, now)) return refuse('invalid_refresh_token');
  // Comparing hashes of 192-bit secrets gives nothing away by its timing.
  if (session.refreshHash !== command.usedHash) return rotatedBefore(state, account, session, command, now);
  const endsAt = session.createdAt + sessionMaxAgeMs;
  if (now >= endsAt) return refuse('invalid_refresh_token');
  const refreshExpiresAt = Math.min(command.refreshExpiresAt, endsAt);
  const rotated: Session = {
    ...session,
    version: session.version + 1,
    refreshHash: command.refreshHash,
    refreshExpiresAt,
    expiresAt: refreshExpiresAt,
    previousHash: command.usedHash,
    rotatedAt: now,
    lastUsedAt: now,
  };
  sessions.set(rotated._id, rotated);
  const put: Write = { op: 'put', in: 'sessions', doc: asDoc(rotated) };
  const writes = rotated.panel === undefined ? [put] : [put, usedNow(rotated.panel, now)];
  const unit = change(state, account, {}, writes);
  return { kind: 'commit', unit, reply: { account: state.account, session: rotated }, outputs: [] };
}

/**
 * A used token is dead, but for the very rotation it was used for: that one may have lost its answer. Used later, it
 * has two holders, and which of them is the thief cannot be told: the session ends for both.
 */
function rotatedBefore(
  state: UserState,
  account: Account,
  session: Session,
  command: Command<'rotate_session'>,
  now: number,
): Turned {
  const isPrevious = session.previousHash === command.usedHash;
  if (!isPrevious && !command.isGenuine) return refuse('invalid_refresh_token');
  if (now - session.rotatedAt > ROTATION_REPEAT_MS) return endReused(state, account, session);
  const isRepeat = isPrevious && session.refreshHash === command.refreshHash;
  return isRepeat ? reply({ account, session }) : refuse('invalid_refresh_token');
}

function endReused(state: UserState, account: Account, { _id }: Session): Turned {
  const writes = removeSessions(state, [_id]);
  const unit = change(state, account, namedDevices(state, account), writes);
  return { kind: 'commit', unit, reply: { account, session: null }, outputs: sessionClosedEvent(state, [_id]) };
}

function closeSession(state: UserState, command: Command<'close_session'>): Turned {
  const { account, sessions } = state;
  const session = sessions.get(command.sessionId);
  // Closed before, perhaps by this very command: its earlier run may have ended before it told the sockets.
  if (!session) return { kind: 'reply', reply: null, outputs: sessionClosedEvent(state, [command.sessionId]) };
  if (!account || !mayClose(session, command.used)) return reply(null);
  const writes = removeSessions(state, [session._id]);
  const fields = { ...namedDevices(state, account), ...withRevoked(account, [session._id]) };
  const unit = change(state, account, fields, writes);
  return { kind: 'commit', unit, reply: null, outputs: sessionClosedEvent(state, [session._id]) };
}

/** An earlier token closes too: its holder may not have got the answer to the last rotation. */
function mayClose({ refreshHash, previousHash }: Session, used: Command<'close_session'>['used']): boolean {
  return used === undefined || used.isGenuine || used.hash === refreshHash || used.hash === previousHash;
}

function viewSession(state: UserState, command: Command<'view_session'>, { now }: Turn): Turned {
  const session = state.sessions.get(command.sessionId);
  if (!state.account || !session || isOver(session, now)) return reply(null);
  return reply({ session, account: state.account });
}

function sweepSessions(state: UserState, { now }: Turn): Turned {
  const over = [...state.sessions.values()].filter((session) => isOver(session, now)).map(({ _id }) => _id);
  if (over.length === 0) return reply(0);
  const { account } = state;
  const writes = removeSessions(state, over);
  const unit = account ? change(state, account, namedDevices(state, account), writes) : { transaction: writes };
  return { kind: 'commit', unit, reply: over.length, outputs: sessionClosedEvent(state, over) };
}

function isOver(session: Session, now: number): boolean {
  return now >= session.expiresAt;
}

type Opening = Pick<Command<'open_session'>, 'sessionId' | 'refreshHash' | 'refreshExpiresAt'>;

export function newSession(account: Account, command: Opening, now: number, tools: UserTools): Session {
  const refreshExpiresAt = Math.min(command.refreshExpiresAt, now + tools.sessionMaxAgeMs);
  return {
    _id: command.sessionId,
    account: account._id,
    version: 1,
    refreshHash: command.refreshHash,
    refreshExpiresAt,
    previousHash: null,
    rotatedAt: now,
    platform: null,
    language: null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: refreshExpiresAt,
  };
}

/** The provider's data that differ from the stored ones. Missing data of the provider change nothing. */
function changedClaims(account: Account, claims: IdentityClaims | undefined): Partial<Account> {
  const fields: Partial<Account> = {};
  if (claims?.birthDate && claims.birthDate !== account.birthDate) fields.birthDate = claims.birthDate;
  if (claims?.gender && claims.gender !== account.gender) fields.gender = claims.gender;
  return fields;
}

/** The sessions that make room for a new one: expired ones, else the least recently used. */
export function sessionsToEvict(state: UserState, now: number): SessionId[] {
  const excess = state.sessions.size + 1 - SESSIONS_MAX;
  if (excess <= 0) return [];
  const all = [...state.sessions.values()];
  const over = all.filter((session) => isOver(session, now));
  if (over.length >= excess) return over.map(({ _id }) => _id);
  return all
    .sort((a, b) => a.lastUsedAt - b.lastUsedAt)
    .slice(0, excess)
    .map(({ _id }) => _id);
}

export function removeSessions(state: UserState, ids: SessionId[]): Write[] {
  for (const id of ids) state.sessions.delete(id);
  return [...dropTokens(state, ids), ...ids.map((id): Write => ({ op: 'del', in: 'sessions', id }))];
}

export function sessionClosedEvent(state: UserState, sessionIds: SessionId[]): Output[] {
  if (sessionIds.length === 0) return [];
  return [toUser({ to: state.id, type: 'session:closed', sessionIds, reason: 'session_closed' })];
}

export const sessionHandlers: Handlers<
  'open_session' | 'rotate_session' | 'close_session' | 'view_session' | 'sweep_sessions'
> = {
  open_session: { handle: openSession },
  rotate_session: { handle: rotateSession },
  close_session: { handle: closeSession },
  view_session: { handle: viewSession },
  sweep_sessions: { handle: (state, _, turn) => sweepSessions(state, turn) },
};
