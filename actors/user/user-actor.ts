/** One account and its sessions. Loading and dispatch only: the files beside this one decide. */

import { markDurable, noInFlightWrites } from '#actors/runtime/in-flight-writes.js';
import type { ActorIo, ActorKind, Loaded, Turn, Turned } from '#actors/runtime/kind.js';
import { refuseNewer } from '#actors/runtime/ownership.js';
import type { Account } from '#src/domain/accounts/account.js';
import { FORMAT } from '#src/domain/format.js';
import type { Session } from './commands/session-commands.js';
import type { Device, UserCommand } from './commands.js';
import type { Handler, UserTools } from './handler.js';
import { handlers } from './handlers.js';
import { suspensionRefusal } from './moderation/suspensions.js';
import { SESSIONS_MAX, type UserState } from './user-state.js';

const ACCOUNT_BYTES = 1_024;
const SESSION_BYTES = 512;
const PHOTO_BYTES = 512;
const COMMAND_BYTES = 512;
const EVENT_BYTES = 512;

export function createUserKind(tools: UserTools): ActorKind<UserState, UserCommand> {
  return {
    name: 'user',
    load,
    prefetch: (state, command, io) => handlerOf(command).needs?.(state, command, io) ?? null,
    turn: (state, command, at: Turn): Turned =>
      suspensionRefusal(state, command, at) ?? handlerOf(command).handle(state, command, at, tools),
    weigh: (command) => COMMAND_BYTES + carriedBytes(command),
    isUrgent: ({ type }) => type === 'close_session' || type === 'suspend_account',
    checkpoint: () => null,
    settled: markDurable,
    sizeOf: (state) => ACCOUNT_BYTES + state.sessions.size * SESSION_BYTES + (state.photos?.size ?? 0) * PHOTO_BYTES,
  };
}

function carriedBytes(command: UserCommand): number {
  if (command.type === 'choose_username') return command.username.length * 2;
  return command.type === 'accept_events' ? command.events.length * EVENT_BYTES : 0;
}

/** The table holds for each command the handler of exactly its type, which a lookup by name cannot express. */
const handlerOf = (command: UserCommand) => handlers[command.type] as unknown as Handler<UserCommand['type']>;

async function load(id: string, { reader }: ActorIo): Promise<Loaded<UserState>> {
  // The account first: its version guards the others.
  const { doc: account, guarded } = await reader.getGuarding<Account>('accounts', id, [
    { in: 'sessions', index: 'byAccount', limit: 2 * SESSIONS_MAX },
    { in: 'devices', index: 'byAccount', limit: 2 * SESSIONS_MAX },
  ]);
  refuseNewer(`account ${id}`, account, FORMAT);
  const [sessions = [], devices = []] = guarded as [Session[], Device[]];
  return {
    state: {
      id,
      account,
      sessions: new Map(sessions.map((session) => [session._id, session])),
      devices: new Map(devices.map((device) => [device.session, device])),
      names: new Map(),
      inFlight: noInFlightWrites(),
      photos: null,
      reads: new WeakMap(),
    },
  };
}
