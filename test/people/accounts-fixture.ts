/** The accounts of a store, with a clock that is moved. Several fixtures may stand on one store: several owners. */

import type { UserEvent } from '#actors/room/commands.js';
import { ActorSystem } from '#actors/runtime/actor-system.js';
import type { Accounts, Identity, Session, UserCommand, UserReplies, Users } from '#actors/user/commands.js';
import { createUserKind } from '#actors/user/user-actor.js';
import { createAccounts } from '#actors/writers/account-writer.js';
import type { Store } from '#src/store/store.js';
import { TestClock } from '../support/time/test-clock.js';

export interface AccountsFixture {
  users: Users;
  accounts: Accounts;
  notes: UserEvent[];
  errors: unknown[];
  clock: TestClock;
  stop(): Promise<void>;
}

const open = new Set<AccountsFixture>();

export function buildAccountsFixture(store: Store, { clock = new TestClock(), owner = 'one' } = {}): AccountsFixture {
  const errors: unknown[] = [];
  const notes: UserEvent[] = [];
  const system = new ActorSystem({
    store,
    env: clock.env,
    owner,
    alone: false,
    onError: (error) => errors.push(error),
  });
  system.register(createUserKind({ brand: 'meydan', sessionMaxAgeMs: 365 * DAY_MS }));
  system.listen<UserEvent>((note) => notes.push(note));
  const users = system.client<UserCommand, UserReplies>('user');
  const stop = async () => {
    open.delete(fixture);
    await system.stop();
  };
  const fixture: AccountsFixture = { users, accounts: createAccounts(store, clock.env), notes, errors, clock, stop };
  open.add(fixture);
  return fixture;
}

/** Before the store is closed: what was built in a test stops with it. */
export async function stopAccountsFixtures(): Promise<void> {
  for (const fixture of open) await fixture.stop();
}

export const identity = (name: string): Identity => ({
  fingerprint: `fingerprint of ${name}`,
  developer: true,
  birthDate: '1990-04-23',
  gender: 'female',
});

export async function enter(fixture: AccountsFixture, name: string): Promise<string> {
  return (await fixture.accounts.enter(identity(name))).accountId;
}

export const DAY_MS = 86_400_000;

/** A login whose refresh token has the hash `first`. */
export async function logIn(fixture: AccountsFixture, accountId: string, hash = 'first'): Promise<Session> {
  const sessionId = fixture.clock.env.uuid();
  const command = { type: 'open_session', sessionId, refreshHash: `${sessionId} ${hash}` } as const;
  const refreshExpiresAt = fixture.clock.env.now() + 90 * DAY_MS;
  return (await fixture.users.ask(accountId, { ...command, refreshExpiresAt })).session;
}

export function rotation(
  fixture: AccountsFixture,
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
    refreshExpiresAt: fixture.clock.env.now() + 90 * DAY_MS,
  };
}
