/** Suspending an account. The same commit may settle the report that led to it. */
import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import { settlement } from '#actors/writers/commands.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { withRevoked } from '#src/domain/accounts/bot.js';
import { isSettledAs, type Report } from '#src/domain/accounts/report.js';
import {
  isSameSuspension,
  isSuspended,
  suspendedUntilOf,
  suspensionDetails,
  suspensionOf,
} from '#src/domain/accounts/suspension.js';
import type { Write } from '#src/store/store.js';
import type { UserCommand } from '../commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { dropTokens, namedDevices } from '../sessions/devices.js';
import { removeSessions, sessionClosedEvent } from '../sessions/sessions.js';
import { change, toUser, type UserState } from '../user-state.js';

type Suspend = CommandOf<'suspend_account'>;

/**
 * Commands that a suspended account still takes: those of operators, of jobs and of the erasure, and reads. All others
 * come from its owner and are refused, also new ones that this list does not know.
 */
const accepted: ReadonlySet<UserCommand['type']> = new Set<UserCommand['type']>([
  'view_account',
  'view_session',
  'close_session',
  'keep_answer',
  'grant_stars',
  'set_premium',
  'settle_report',
  'suspend_account',
  'lift_suspension',
  'end_sessions',
  'sweep_sessions',
  'keep_profile',
  'forget_events',
  'begin_export',
  'note_export',
  'release_export',
  'drop_export',
  'drop_token',
  'drop_photo',
  'give_up',
  'draw_tombstone',
  'forget_bots',
  'erase_own',
  'erase_foreign',
  'note_erased',
  'end_erasure',
]);

/** The refusal of a command of a suspended account; null where there is none. */
export function suspensionRefusal({ account }: UserState, { type }: UserCommand, { now }: Turn): Turned | null {
  if (!account || accepted.has(type) || !isSuspended(account, now)) return null;
  return refuse('account_suspended', suspensionDetails(account));
}

const reportRead = commandRead(
  async (reader, { settles }: Suspend, _: UserState) =>
    settles === null ? null : reader.get<Report>('reports', settles.reportId),
  ({ settles }) => settles?.reportId ?? '',
);

function suspendAccount(state: UserState, command: Suspend, { now }: Turn): Turned {
  const { account } = state;
  const { until, settles } = command;
  if (!account || account.leavingAt !== undefined) return refuse('not_found');
  const report = reportRead.of(state, command);
  if (settles && !report) return refuse('not_found');
  const decided = settles && { ...settles, action: suspensionAction(command) };
  const answer = (changed: Account, settled: Report | null) => ({ account: changed, report: settled });
  const outputs = [account._id, ...(account.bots ?? [])].map(suspendedEvent);
  if (decided && report && report.status !== 'open') {
    if (!isSettledAs(report, decided)) return refuse('invalid_state');
    return { kind: 'reply', reply: answer(account, report), outputs: isSuspended(account, now) ? outputs : [] };
  }
  if (isSameSuspension(account.suspension, command) && settles === null) {
    return { kind: 'reply', reply: answer(account, report), outputs };
  }
  const suspension = suspensionOf(command, now);
  const settling = decided && report ? settlement(report, decided, now) : null;
  const writes = [...markSessions(state, until), ...dropTokens(state, [...state.sessions.keys()])];
  if (settling) writes.push(settling.write);
  const unit = change(state, account, { suspension, ...namedDevices(state, account) }, writes);
  return {
    kind: 'commit',
    unit,
    reply: answer(state.account as Account, settling?.report ?? report),
    outputs,
  };
}

const suspensionAction = ({ until, publicReason }: Suspend) =>
  ({ type: 'suspend_account', until, publicReason }) as const;

const suspendedEvent = (to: AccountId): Output =>
  toUser({ to, type: 'session:closed', sessionIds: 'all', reason: 'account_suspended' });

/** The recheck of open sockets reads sessions, not accounts. */
function markSessions({ sessions }: UserState, until: number | null): Write[] {
  const suspendedUntil = suspendedUntilOf({ until });
  for (const session of sessions.values()) sessions.set(session._id, { ...session, suspendedUntil });
  return [...sessions.keys()].map((id): Write => ({ op: 'set', in: 'sessions', id, set: { suspendedUntil } }));
}

function liftSuspension(state: UserState): Turned {
  const { account, sessions } = state;
  if (!account || account.leavingAt !== undefined) return refuse('not_found');
  if (account.suspension === undefined) return reply(account);
  const writes: Write[] = [];
  for (const { suspendedUntil: _, ...session } of sessions.values()) {
    sessions.set(session._id, session);
    writes.push({ op: 'set', in: 'sessions', id: session._id, set: {}, unset: ['suspendedUntil'] });
  }
  const { suspension: _, ...lifted } = account;
  const version = account.version + 1;
  state.account = { ...lifted, version };
  const guard = { equals: { version: account.version } };
  const set: Write = { op: 'set', in: 'accounts', id: account._id, set: { version }, unset: ['suspension'], guard };
  return { kind: 'commit', unit: { transaction: [set, ...writes] }, reply: state.account, outputs: [] };
}

function endSessions(state: UserState): Turned {
  const { account } = state;
  if (!account) return refuse('not_found');
  const ids = [...state.sessions.keys()];
  if (ids.length === 0) return reply(null);
  const writes = removeSessions(state, ids);
  const fields = { ...namedDevices(state, account), ...withRevoked(account, ids) };
  const unit = change(state, account, fields, writes);
  return { kind: 'commit', unit, reply: null, outputs: sessionClosedEvent(state, ids) };
}

export const suspensionHandlers: Handlers<'suspend_account' | 'lift_suspension' | 'end_sessions'> = {
  suspend_account: { needs: reportRead.load, handle: suspendAccount },
  lift_suspension: { handle: liftSuspension },
  end_sessions: { handle: endSessions },
};
