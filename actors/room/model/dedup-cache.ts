import type { AccountId } from '#src/domain/accounts/account.js';

/** The outcome of a request that carried a client_id: the entry's seq, and a hash of the request. */
export interface DedupRecord {
  seq: number;
  hash: string | null;
}

/**
 * The newest requests by account and client_id; null is a known absence. Every message looks here up to three times, so
 * the two ids are keys of nested maps, and no text has to be joined for a lookup.
 */
export class DedupCache {
  readonly #byAccount = new Map<AccountId, Map<string, DedupRecord | null>>();
  #size = 0;
  /** Before this entry is stored, a look through all of them would find next to nothing that may go. */
  #waitsForSeq = 0;

  get size(): number {
    return this.#size;
  }

  get(account: AccountId, clientId: string): DedupRecord | null | undefined {
    return this.#byAccount.get(account)?.get(clientId);
  }

  set(account: AccountId, clientId: string, earlier: DedupRecord | null): void {
    let own = this.#byAccount.get(account);
    if (!own) this.#byAccount.set(account, (own = new Map()));
    const before = own.size;
    own.set(clientId, earlier);
    this.#size += own.size - before;
  }

  /**
   * Past the bound, each account loses the older half of its stored requests. Returns whether any was dropped. Under load
   * most are not stored yet, and this is called for each message: the next look waits until those have been.
   */
  trim(bound: number, storedSeq: number): boolean {
    if (this.#size <= bound || storedSeq < this.#waitsForSeq) return false;
    this.#waitsForSeq = 0;
    const before = this.#size;
    for (const [account, own] of this.#byAccount) {
      this.#forgetOlderHalf(own, storedSeq);
      if (own.size === 0) this.#byAccount.delete(account);
    }
    return this.#size < before;
  }

  #forgetOlderHalf(own: Map<string, DedupRecord | null>, storedSeq: number): void {
    let left = Math.ceil(own.size / 2);
    for (const [clientId, earlier] of own) {
      if (left === 0) return;
      left -= 1;
      if (earlier && earlier.seq > storedSeq) {
        this.#waitsForSeq = Math.max(this.#waitsForSeq, earlier.seq);
        continue;
      }
      own.delete(clientId);
      this.#size -= 1;
    }
  }
}
