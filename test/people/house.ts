/** The accounts of a store, with a clock that is moved. Several houses may stand on one store: several owners. */

import type { UserNote } from '#actors/room/commands.js';
import { ActorSystem } from '#actors/runtime/actor-system.js';
import { createAccounts } from '#actors/user/accounts.js';
import type { Accounts, Identity, Session, UserCommand, UserReplies, Users } from '#actors/user/commands.js';
import { createUserKind } from '#actors/user/user-actor.js';
import type { Store } from '#src/store/store.js';
import { Clock } from '../support/moved-clock.js';

export interface House {
  users: Users;
  accounts: Accounts;
  notes: UserNote[];
  errors: unknown[];
  clock: Clock;
  stop(): Promise<void>;
}

const open = new Set<House>();

export function build(store: Store, { clock = new Clock(), owner = 'one' } = {}): House {
  const errors: unknown[] = [];
  const notes: UserNote[] = [];
  const system = new ActorSystem({
    store,
    env: clock.env,
    owner,
    alone: false,
    onError: (error) => errors.push(error),
  });
  system.register(createUserKind({ brand: 'meydan', sessionMaxAgeMs: 365 * DAY_MS }));
  system.listen<UserNote>((note) => notes.push(note));
  const users = system.client<UserCommand, UserReplies>('user');
  const stop = async () => {
    open.delete(house);
    await system.stop();
  };
  const house: House = { users, accounts: createAccounts(store, clock.env), notes, errors, clock, stop };
  open.add(house);
  return house;
}

/** Before the store is closed: what was built in a test stops with it. */
export async function stopHouses(): Promise<void> {
  for (const house of open) await house.stop();
}

export const identity = (name: string): Identity => ({
  fingerprint: `fingerprint of ${name}`,
  developer: true,
  birthDate: '1990-04-23',
  gender: 'female',
});

export async function enter(house: House, name: string): Promise<string> {
  return (await house.accounts.enter(identity(name))).accountId;
}

export const DAY_MS = 86_400_000;

/** A login whose refresh token has the hash `first`. */
export async function logIn(house: House, accountId: string, hash = 'first'): Promise<Session> {
  const sessionId = house.clock.env.uuid();
  const command = { type: 'open_session', sessionId, refreshHash: `${sessionId} ${hash}` } as const;
  const refreshExpiresAt = house.clock.env.now() + 90 * DAY_MS;
  return (await house.users.ask(accountId, { ...command, refreshExpiresAt })).session;
}

export function rotation(
  house: House,
  session: Session,
  from: string,
  to: string,
): Extract<UserCommand, { type: 'rotate_session' }> {
  const sessionId = session._id;
  const hashes = { usedHash: `${sessionId} ${from}`, refreshHash: `${sessionId} ${to}` };
  return {
    type: 'rotate_session',
    sessionId,
    ...hashes,
    isGenuine: false,
    refreshExpiresAt: house.clock.env.now() + 90 * DAY_MS,
  };
}
