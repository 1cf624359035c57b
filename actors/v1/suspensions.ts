/** Suspending an account of `/v1`: from the commit on its logins, tokens and links are refused by name. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { isSameSuspension, isSuspended, suspensionDetails, suspensionOf } from '#src/domain/accounts/suspension.js';
import type { V1Account } from '#src/domain/v1/v1-account.js';
import { type AddressState, Change, type CommandOf as Command } from './address-state.js';
import type { V1Command } from './commands.js';

/**
 * Commands that the address of a suspended account still takes: those of operators and jobs, the end of a session, and
 * those whose answer must not tell whether there is an account. All others are refused, also new ones that this list
 * does not know. `rehash` comes before each login, which is refused itself.
 */
const accepted: ReadonlySet<V1Command['type']> = new Set<V1Command['type']>([
  'register',
  'resend_verification',
  'forget_password',
  'rehash',
  'close',
  'suspend',
  'lift_suspension',
  'settle_mail',
  'sweep',
]);

/** The refusal of a command to the address of a suspended account; null where there is none. */
export function suspensionRefusal({ account }: AddressState, { type }: V1Command, { now }: Turn): Turned | null {
  if (!account || accepted.has(type) || !isSuspended(account, now)) return null;
  return refuse('account_suspended', suspensionDetails(account));
}

export function suspend(state: AddressState, command: Command<'suspend'>, { now }: Turn): Turned {
  const { account } = state;
  if (account?.account !== command.accountId) return refuse('not_found');
  if (isSameSuspension(account.suspension, command)) return reply(account);
  const suspension = suspensionOf(command, now);
  const { until, publicReason } = suspension;
  const change = new Change(state).account(account, { suspension });
  const suspended = { until, ...(publicReason === undefined ? {} : { publicReason }) };
  for (const session of state.sessions.values()) change.session({ ...session, suspended });
  return change.commit(state.account);
}

export function liftSuspension(state: AddressState, command: Command<'lift_suspension'>): Turned {
  const { account } = state;
  if (account?.account !== command.accountId) return refuse('not_found');
  if (account.suspension === undefined) return reply(account);
  const change = new Change(state).withoutSuspension(account);
  for (const { suspended: _, ...session } of state.sessions.values()) change.session(session);
  return change.commit(state.account as V1Account);
}
