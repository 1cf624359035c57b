import type { MongoClient } from 'mongodb';
import { APP_NAME } from './connection.js';

/**
 * How long a transaction must have been inactive. A live process sends the next statement within milliseconds; if it
 * was stopped for so long, the driver repeats the transaction.
 */
const INACTIVE_MS = 3_000;

/**
 * Aborts transactions whose process was killed between two statements. The server would keep them for
 * `transactionLifetimeLimitSeconds` (60 s by default), and every other write of the same documents would wait for them.
 * Needs no privilege, because the sessions are those of the same user (manual: $currentOp, killSessions).
 */
export class AbandonedTransactions {
  readonly #client: MongoClient;
  #isSearching = false;

  constructor(client: MongoClient) {
    this.#client = client;
  }

  /** One search at a time. A failed search changes nothing: the caller repeats it while its operation waits. */
  async abort(): Promise<void> {
    if (this.#isSearching) return;
    this.#isSearching = true;
    try {
      const sessions = await this.#find();
      if (sessions.length > 0) await this.#client.db('admin').command({ killSessions: sessions });
    } catch {
      // The server is out of reach, or forbids it. Its own limit ends the transactions then.
    } finally {
      this.#isSearching = false;
    }
  }

  async #find(): Promise<{ id: unknown }[]> {
    const inactive = { 'transaction.timeInactiveMicros': { $gt: INACTIVE_MS * 1_000 } };
    const found = this.#client
      .db('admin')
      .aggregate<{ lsid: { id: unknown } }>(
        [
          { $currentOp: { allUsers: false, idleSessions: true } },
          { $match: { type: 'idleSession', appName: APP_NAME, ...inactive } },
        ],
        { readConcern: { level: 'local' } },
      );
    return (await found.toArray()).map(({ lsid }) => ({ id: lsid.id }));
  }
}
