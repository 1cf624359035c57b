import type { AccountId, SessionId } from '#src/domain/accounts/account.js';
import type { Connection } from './connection.js';

const NONE: readonly Connection[] = [];

/** The connections of this node. */
export class Connections {
  readonly #byAccount = new Map<AccountId, Connection[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get accountCount(): number {
    return this.#byAccount.size;
  }

  accounts(): Iterable<AccountId> {
    return this.#byAccount.keys();
  }

  isOnline(account: AccountId): boolean {
    return this.#byAccount.has(account);
  }

  of(account: AccountId): readonly Connection[] {
    return this.#byAccount.get(account) ?? NONE;
  }

  countOfSession(account: AccountId, session: SessionId): number {
    return this.of(account).filter(({ caller }) => caller.sessionId === session).length;
  }

  /** True when it is the first one of its account. */
  add(connection: Connection): boolean {
    this.#size += 1;
    const others = this.#byAccount.get(connection.accountId);
    // A new list each time: an iteration over the old one is not disturbed.
    this.#byAccount.set(connection.accountId, others ? [...others, connection] : [connection]);
    return others === undefined;
  }

  /** True when it was the last one of its account. */
  delete(connection: Connection): boolean {
    const all = this.of(connection.accountId);
    if (!all.includes(connection)) return false;
    this.#size -= 1;
    if (all.length > 1) {
      this.#byAccount.set(
        connection.accountId,
        all.filter((other) => other !== connection),
      );
      return false;
    }
    this.#byAccount.delete(connection.accountId);
    return true;
  }

  *all(): Iterable<Connection> {
    for (const connections of this.#byAccount.values()) yield* connections;
  }
}
