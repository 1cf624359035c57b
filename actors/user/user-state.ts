import type { UserEvent } from '#actors/room/commands.js';
import type { FreshReadState } from '#actors/runtime/in-flight-writes.js';
import type { CommitUnit, Output } from '#actors/runtime/kind.js';
import type { Account, AccountId, SessionId } from '#src/domain/accounts/account.js';
import type { Photo } from '#src/domain/accounts/photo.js';
import type { Write } from '#src/store/store.js';
import type { Session } from './commands/session-commands.js';
import type { Device } from './commands.js';

/** More logins than this at once, and the one that was used longest ago goes. */
export const SESSIONS_MAX = 100;

export interface UserState extends FreshReadState {
  id: AccountId;
  /** Null for an id that no account has. */
  account: Account | null;
  sessions: Map<SessionId, Session>;
  /** Where pushes go, by session. */
  devices: Map<SessionId, Device>;
  /** The holder of a folded username, as read for the next turn. Used once, then forgotten. */
  names: Map<string, HeldName>;
  /** Null until they are needed. */
  photos: Map<string, Photo> | null;
}

export interface HeldName {
  /** Null is nobody. */
  holder: AccountId | null;
  /** Monotonic ms: a command that never had its turn leaves this behind, and it must not answer a later one. */
  readAt: number;
}

/** A username's place in the store. */
export interface UsernameDoc {
  _id: string;
  account: AccountId;
}

/**
 * Every change, of sessions too, is one transaction that increases the account's version: a decision on old memory is
 * refused as a whole, and made again after a reload.
 */
export function change(state: UserState, account: Account, fields: Partial<Account>, writes: Write[]): CommitUnit {
  const version = account.version + 1;
  state.account = { ...account, ...fields, version };
  const set = { op: 'set', in: 'accounts', id: account._id, set: { ...fields, version } } as const;
  return { transaction: [{ ...set, guard: { equals: { version: account.version } } }, ...writes] };
}

export function toUser(event: UserEvent): Output {
  return { to: 'people', event };
}
