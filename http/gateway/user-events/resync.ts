import type { AccountId } from '#src/domain/accounts/account.js';
import type { Connections } from '../connection/connections.js';
import type { SessionRecheck } from '../connection/session-recheck.js';
import type { Env } from '../gateway-deps.js';
import type { Memberships } from '../rooms/memberships.js';

export interface ResyncDeps {
  connections: Pick<Connections, 'accounts'>;
  sessions: Pick<SessionRecheck, 'check'>;
  memberships: Pick<Memberships, 'refresh'>;
  env: Pick<Env, 'after'>;
}

/** Every node does this at the same time, so that each of them leaves the store room: 20 000 accounts take a minute. */
export const RESYNC_BATCH_MAX = 32;
export const RESYNC_INTERVAL_MS = 100;

/**
 * Messages may have been lost: a node has died, or Redis was unreachable. For every connected account the store is
 * asked again whether its sessions still exist and which rooms it has.
 */
export class Resync {
  readonly #deps: ResyncDeps;
  /** Accounts that are still to be looked at, those that have waited longest first. */
  readonly #due = new Set<AccountId>();
  #isRunning = false;
  #stopTimer: () => void = () => undefined;

  constructor(deps: ResyncDeps) {
    this.#deps = deps;
  }

  /** A call during a run begins it anew. An account that connects later reads everything by itself. */
  run(): void {
    for (const account of this.#deps.connections.accounts()) {
      this.#due.delete(account);
      this.#due.add(account);
    }
    if (!this.#isRunning) this.#resyncSome();
  }

  stop(): void {
    this.#stopTimer();
    this.#due.clear();
  }

  #resyncSome(): void {
    const accounts = take(this.#due, RESYNC_BATCH_MAX);
    this.#isRunning = accounts.length > 0;
    if (!this.#isRunning) return;
    const { memberships, sessions, env } = this.#deps;
    for (const account of accounts) memberships.refresh(account);
    void sessions.check(accounts);
    this.#stopTimer = env.after(RESYNC_INTERVAL_MS, () => this.#resyncSome());
  }
}

function take<Value>(values: Set<Value>, most: number): Value[] {
  const taken: Value[] = [];
  for (const value of values) {
    if (taken.length === most) break;
    values.delete(value);
    taken.push(value);
  }
  return taken;
}
