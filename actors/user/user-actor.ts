/** One account and its sessions. Dispatch only: what is decided stands in the files beside this one. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { ActorIo, ActorKind, Loaded, Turn, Turned } from '#actors/runtime/kind.js';
import type { Account } from '#src/domain/account.js';
import { fileReport, setBlock } from './blocks.js';
import type { Session, UserCommand } from './commands.js';
import { closeSession, openSession, rotateSession, sweepSessions, viewSession } from './sessions.js';
import { SESSIONS_MAX, type UserState } from './user-state.js';
import { chooseUsername, wantedName } from './username.js';
import { buyLink, linkSettled, noPurchases, wantedLink } from './vanity.js';

const ACCOUNT_BYTES = 1_024;
const SESSION_BYTES = 512;
const COMMAND_BYTES = 512;

export interface UserKindOptions {
  /** The service's own name, which nobody may take. */
  brand: string;
}

export function createUserKind({ brand }: UserKindOptions): ActorKind<UserState, UserCommand> {
  return {
    name: 'user',
    load,
    prefetch(state, command, io) {
      if (command.type === 'choose_username') return wantedName(state, command, io);
      return command.type === 'buy_link' ? wantedLink(state, command, io) : null;
    },
    turn: (state, command, at) => decide(state, command, at, brand),
    weigh: (command) => COMMAND_BYTES + (command.type === 'choose_username' ? command.username.length * 2 : 0),
    isUrgent: (command) => command.type === 'close_session',
    checkpoint: () => null,
    settled: linkSettled,
    sizeOf: (state) => ACCOUNT_BYTES + state.sessions.size * SESSION_BYTES,
  };
}

async function load(id: string, { reader }: ActorIo): Promise<Loaded<UserState>> {
  const [account, sessions] = await Promise.all([
    reader.get<Account>('accounts', id),
    reader.range<Session>('sessions', { index: 'byAccount', prefix: [id], limit: 2 * SESSIONS_MAX }),
  ]);
  return {
    state: {
      id,
      account,
      sessions: new Map(sessions.map((session) => [session._id, session])),
      names: new Map(),
      purchases: noPurchases(),
    },
  };
}

function decide(state: UserState, command: UserCommand, at: Turn, brand: string): Turned {
  switch (command.type) {
    case 'view_account':
      return state.account ? reply(state.account) : refuse('unauthorized');
    case 'open_session':
      return openSession(state, command, at);
    case 'rotate_session':
      return rotateSession(state, command, at);
    case 'close_session':
      return closeSession(state, command);
    case 'view_session':
      return viewSession(state, command, at);
    case 'sweep_sessions':
      return sweepSessions(state, at);
    case 'set_block':
      return setBlock(state, command.other, command.on, at);
    case 'file_report':
      return fileReport(state, command.report, at);
    case 'buy_link':
      return buyLink(state, command, at);
    case 'choose_username':
      return chooseUsername(state, command, brand);
  }
}
