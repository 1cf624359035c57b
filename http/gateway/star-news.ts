import type { AccountId } from '#src/domain/account.js';
import type { Tally } from '#src/domain/tally.js';
import { starsChanged } from '#src/protocol/events.js';
import type { Reader } from '#src/store/store.js';
import type { Connections } from './connections.js';
import { eventFrame } from './frames.js';

export interface StarNewsDeps {
  connections: Connections;
  reader: Reader;
  /** The balance could not be read. The next change of it is told all the same. */
  onTrouble: (error: unknown) => void;
}

/**
 * Tells devices the balance of their account when it has changed. It is read here, for several may change it at once;
 * a change that comes while it is read is followed by another reading, so that the last one told is the right one.
 */
export class StarNews {
  readonly #deps: StarNewsDeps;
  /** Accounts that are being read, and whether there was news meanwhile. */
  readonly #reading = new Map<AccountId, boolean>();

  constructor(deps: StarNewsDeps) {
    this.#deps = deps;
  }

  changed(account: AccountId): void {
    if (!this.#deps.connections.isOnline(account)) return;
    const isReading = this.#reading.has(account);
    this.#reading.set(account, isReading);
    if (!isReading) void this.#tell(account);
  }

  async #tell(account: AccountId): Promise<void> {
    const { connections, reader, onTrouble } = this.#deps;
    try {
      const tally = await reader.get<Tally>('tallies', account);
      const frame = eventFrame('stars:changed', JSON.stringify(starsChanged(tally?.stars ?? 0)));
      for (const connection of connections.of(account)) connection.push(frame);
    } catch (error) {
      onTrouble(error);
    }
    const hasNews = this.#reading.get(account);
    this.#reading.delete(account);
    if (hasNews) this.changed(account);
  }
}
