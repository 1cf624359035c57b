import type { Users } from '#actors/user/commands.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Connections } from '../connection/connections.js';
import type { Memberships } from '../rooms/memberships.js';

export interface ResyncDeps {
  connections: Connections;
  users: Users;
  memberships: Pick<Memberships, 'refresh'>;
}

const CONCURRENCY = 32;

/**
 * Messages may have been lost: a node has died, or Redis was unreachable. For every connected account the actors are
 * asked again whether its sessions still exist and which rooms it has.
 */
export class Resync {
  readonly #deps: ResyncDeps;
  #isRunning = false;
  #isDue = false;

  constructor(deps: ResyncDeps) {
    this.#deps = deps;
  }

  /** Calls during a run are merged into one more run. */
  async run(): Promise<void> {
    this.#isDue = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        await this.#round([...this.#deps.connections.accounts()]);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  async #round(accounts: AccountId[]): Promise<void> {
    await mapLimit(accounts, CONCURRENCY, (account) => this.#resyncAccount(account));
  }

  async #resyncAccount(account: AccountId): Promise<void> {
    const { connections, users, memberships } = this.#deps;
    memberships.refresh(account);
    const sessions = new Set(connections.of(account).map(({ caller }) => caller.sessionId));
    for (const sessionId of sessions) {
      const answer = await users.tryAsk(account, { type: 'view_session', sessionId });
      // No answer is no result; the next resync asks again.
      if (!answer.ok || answer.value !== null) continue;
      for (const connection of connections.of(account)) {
        if (connection.caller.sessionId === sessionId) connection.close('session_closed');
      }
    }
  }
}
