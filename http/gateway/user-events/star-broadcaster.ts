import type { AccountId } from '#src/domain/accounts/account.js';
import type { Tally } from '#src/domain/accounts/tally.js';
import { starsChanged } from '#src/protocol/socket/events.js';
import type { Reader } from '#src/store/store.js';
import type { Connections } from '../connection/connections.js';
import { eventFrame } from '../transport/frames.js';

export interface StarBroadcasterDeps {
  connections: Connections;
  reader: Reader;
  /** The balance could not be read. The next change is broadcast. */
  onError: (error: unknown) => void;
}

/**
 * Sends the changed balance of an account to its devices. The balance is read here, because several changes may happen
 * at once; a change during the read causes another read, so that the last balance sent is the current one.
 */
export class StarBroadcaster {
  readonly #deps: StarBroadcasterDeps;
  /** Accounts that are being read, and whether they changed meanwhile. */
  readonly #reading = new Map<AccountId, boolean>();

  constructor(deps: StarBroadcasterDeps) {
    this.#deps = deps;
  }

  balanceChanged(account: AccountId): void {
    if (!this.#deps.connections.isOnline(account)) return;
    const isReading = this.#reading.has(account);
    this.#reading.set(account, isReading);
    if (!isReading) void this.#send(account);
  }

  async #send(account: AccountId): Promise<void> {
    const { connections, reader, onError } = this.#deps;
    try {
      const tally = await reader.get<Tally>('tallies', account);
      const frame = eventFrame('stars:changed', JSON.stringify(starsChanged(tally?.stars ?? 0)));
      for (const connection of connections.of(account)) connection.push(frame);
    } catch (error) {
      onError(error);
    }
    const isStale = this.#reading.get(account);
    this.#reading.delete(account);
    if (isStale) this.balanceChanged(account);
  }
}
