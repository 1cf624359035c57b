import { sessionExpiring } from '#src/protocol/socket/events.js';
import type { Env } from '../gateway-deps.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';

export const WARN_BEFORE_MS = 60_000;
const CHECK_INTERVAL_MS = 1_000;

/** Warns sockets whose token is about to end and closes those whose token has. One timer for all of them. */
export class SessionClock {
  readonly #connections: Connections;
  readonly #env: Env;
  #stop: () => void;

  constructor(connections: Connections, env: Env) {
    this.#connections = connections;
    this.#env = env;
    this.#stop = env.after(CHECK_INTERVAL_MS, this.#checkAll);
  }

  /** A token may be nearly over when its socket comes. */
  check(connection: Connection): void {
    const now = this.#env.now();
    if (connection.expiresAt <= now) connection.close('token_expired');
    else if (!connection.isWarned && connection.expiresAt - now <= WARN_BEFORE_MS) {
      connection.isWarned = true;
      connection.send('session:expiring', sessionExpiring(connection.expiresAt, now));
    }
  }

  stop(): void {
    this.#stop();
  }

  readonly #checkAll = (): void => {
    for (const connection of this.#connections.all()) this.check(connection);
    this.#stop = this.#env.after(CHECK_INTERVAL_MS, this.#checkAll);
  };
}
