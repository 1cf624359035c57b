import { sessionExpiring } from '#src/protocol/events.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';
import type { Env } from './deps.js';

export const WARN_BEFORE_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** Warns sockets whose token is about to end and closes those whose token has. One timer for all of them. */
export class SessionClock {
  readonly #connections: Connections;
  readonly #env: Env;
  #stop: () => void;

  constructor(connections: Connections, env: Env) {
    this.#connections = connections;
    this.#env = env;
    this.#stop = env.after(LOOK_EVERY_MS, this.#look);
  }

  /** A token may be nearly over when its socket comes. */
  look(connection: Connection): void {
    const now = this.#env.now();
    if (connection.expiresAt <= now) connection.close('token_expired');
    else if (!connection.isWarned && connection.expiresAt - now <= WARN_BEFORE_MS) {
      connection.isWarned = true;
      connection.tell('session:expiring', sessionExpiring(connection.expiresAt, now));
    }
  }

  stop(): void {
    this.#stop();
  }

  readonly #look = (): void => {
    for (const connection of this.#connections.all()) this.look(connection);
    this.#stop = this.#env.after(LOOK_EVERY_MS, this.#look);
  };
}
