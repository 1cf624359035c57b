/**
 * Reads the sessions of all sockets from the store periodically. A closed session is published to all gateways, but
 * that message can be lost; the store is authoritative. The recheck bounds how long the sockets of a closed session
 * live.
 */
import type { Session } from '#actors/user/commands.js';
import type { AccountId, SessionId } from '#src/domain/accounts/account.js';
import type { Reader } from '#src/store/store.js';
import type { Env } from '../gateway-deps.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';

export interface SessionRecheckDeps {
  connections: Connections;
  reader: Pick<Reader, 'getMany'>;
  env: Env;
  /** Sockets of a closed session end within this, as long as the store answers. */
  withinMs: number;
  onError: (error: unknown) => void;
}

/** Sessions that are read at once. */
export const BATCH_MAX = 500;

type Entry = [session: SessionId, account: AccountId];

export class SessionRecheck {
  readonly #deps: SessionRecheckDeps;
  /** A session that was closed after its turn is looked at in the next round: two rounds fit. */
  readonly #roundMs: number;
  #stopTimer: () => void;
  #isStopped = false;

  constructor(deps: SessionRecheckDeps) {
    this.#deps = deps;
    this.#roundMs = deps.withinMs / 2;
    // Nodes that start together do not read together.
    this.#stopTimer = deps.env.after(deps.env.random() * this.#roundMs, () => void this.#round());
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
  }

  /** The batches of a round are spread evenly over it. */
  async #round(): Promise<void> {
    const batches = batchesOf(this.#deps.connections.all());
    const everyMs = this.#roundMs / Math.max(batches.length, 1);
    for (const batch of batches) {
      const beganAt = this.#deps.env.monotonic();
      await this.#checkBatch(batch).catch(this.#deps.onError);
      await this.#pause(beganAt + everyMs - this.#deps.env.monotonic());
    }
    if (batches.length === 0) await this.#pause(everyMs);
    if (!this.#isStopped) void this.#round();
  }

  /** Reads the sessions of these accounts now. */
  async check(accounts: readonly AccountId[]): Promise<void> {
    const connections = accounts.flatMap((account) => this.#deps.connections.of(account));
    for (const batch of batchesOf(connections)) await this.#checkBatch(batch).catch(this.#deps.onError);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#isStopped) this.#stopTimer = this.#deps.env.after(Math.max(ms, 0), resolve);
    });
  }

  async #checkBatch(batch: Entry[]): Promise<void> {
    const { reader, env, connections } = this.#deps;
    const ids = batch.map(([session]) => session);
    const sessions = await reader.getMany<Session>('sessions', ids);
    const now = env.now();
    for (const [at, [id, account]] of batch.entries()) {
      const session = sessions[at];
      const isCut = (session?.suspendedUntil ?? 0) > now;
      if (session && now < session.expiresAt && !isCut) continue;
      for (const connection of connections.of(account)) {
        if (connection.caller.sessionId === id) connection.close(isCut ? 'account_suspended' : 'session_closed');
      }
    }
  }
}

function batchesOf(connections: Iterable<Pick<Connection, 'caller'>>): Entry[][] {
  const accounts = new Map<SessionId, AccountId>();
  for (const { caller } of connections) accounts.set(caller.sessionId, caller.accountId);
  const entries = [...accounts];
  const count = Math.ceil(entries.length / BATCH_MAX);
  return Array.from({ length: count }, (_, at) => entries.slice(at * BATCH_MAX, (at + 1) * BATCH_MAX));
}
