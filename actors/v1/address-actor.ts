/** One e-mail address of `/v1`: its account, links, logins and waiting mails. Loading and dispatch only. */
import type { ActorIo, ActorKind, Loaded, Turn, Turned } from '#actors/runtime/kind.js';
import { refuseNewer } from '#actors/runtime/ownership.js';
import { FORMAT } from '#src/domain/format.js';
import type { V1Account, V1Session, V1Token } from '#src/domain/v1/v1-account.js';
import type { MailRow } from '#src/domain/v1/v1-mail.js';
import type { Doc } from '#src/store/store.js';
import type { AddressState, CommandOf } from './address-state.js';
import type { V1Command } from './commands.js';
import { forgetPassword, register, resendVerification, resetPassword, verify } from './links.js';
import { enterWithProvider, rehash, settleMail, sweep } from './maintenance.js';
import { close, closeListed, deleteAccount, exchangeCode, listSessions, logIn, rotate } from './sessions.js';
import { liftSuspension, suspend, suspensionRefusal } from './suspensions.js';

const ROW_BYTES = 512;
const COMMAND_BYTES = 1_024;
const ROWS_MAX = 1_000;

type Handlers = { [T in V1Command['type']]: (state: AddressState, command: CommandOf<T>, turn: Turn) => Turned };

const handlers: Handlers = {
  register,
  resend_verification: resendVerification,
  forget_password: forgetPassword,
  verify,
  reset_password: resetPassword,
  log_in: logIn,
  rehash,
  enter_with_provider: enterWithProvider,
  exchange_code: exchangeCode,
  rotate,
  close,
  list_sessions: listSessions,
  close_listed: closeListed,
  delete_account: deleteAccount,
  suspend,
  lift_suspension: liftSuspension,
  settle_mail: settleMail,
  sweep: (state, _, turn) => sweep(state, turn),
};

export function createAddressKind(): ActorKind<AddressState, V1Command> {
  return {
    name: 'v1',
    load,
    prefetch: () => null,
    turn: (state, command, at) => suspensionRefusal(state, command, at) ?? handlerOf(command)(state, command, at),
    weigh: () => COMMAND_BYTES,
    isUrgent: ({ type }) => type === 'close' || type === 'suspend' || type === 'settle_mail',
    checkpoint: () => null,
    sizeOf: ({ sessions, tokens, mails }) => ROW_BYTES * (1 + sessions.size + tokens.size + mails.size),
  };
}

/** The table holds for each command the handler of exactly its type, which a lookup by name cannot express. */
const handlerOf = ({ type }: V1Command) =>
  handlers[type] as (state: AddressState, command: V1Command, turn: Turn) => Turned;

async function load(id: string, { reader }: ActorIo): Promise<Loaded<AddressState>> {
  const ofAddress = { index: 'byAddress', limit: ROWS_MAX };
  // The account first: its version guards the others. Tokens before the sessions that they become, so that a code whose
  // exchange lands in between is found as the one or as the other.
  const { doc: account, guarded } = await reader.getGuarding<V1Account>('v1Accounts', id, [
    { in: 'v1Tokens', ...ofAddress },
    { in: 'v1Sessions', ...ofAddress },
    { in: 'mailOutbox', ...ofAddress },
  ]);
  refuseNewer(`v1 account ${id}`, account, FORMAT);
  const [tokens = [], sessions = [], mails = []] = guarded as [V1Token[], V1Session[], MailRow[]];
  return { state: { id, account, sessions: byId(sessions), tokens: byId(tokens), mails: byId(mails) } };
}

const byId = <T extends Doc>(rows: T[]): Map<string, T> => new Map(rows.map((row) => [row._id, row]));
