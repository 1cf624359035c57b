/**
 * The members of a room that have a device for push notifications: usually few, often none. The result is cached, so
 * that a busy room without devices costs almost nothing. A new member or a new device invalidates the cache.
 */
import { LRUCache } from 'lru-cache';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';

const PAGE = 500;
/** Changes by other processes are visible after this time. */
const CACHE_TTL_MS = 60_000;
/** Bound on the cached accounts of all rooms. A room without candidates counts as one. */
const CACHED_ACCOUNTS_MAX = 200_000;

export class Candidates {
  readonly #reader: Reader;
  readonly #now: () => number;
  readonly #known: LRUCache<RoomId, readonly AccountId[]>;
  /** Grows with each invalidation. A read that began before one may be outdated and is not cached. */
  #forgotten = 0;
  /** New devices whose rooms are not known yet. */
  #doubts = 0;
  #anybody: { is: boolean; until: number } | null = null;

  constructor(reader: Reader, now: () => number) {
    this.#reader = reader;
    this.#now = now;
    this.#known = new LRUCache({
      maxSize: CACHED_ACCOUNTS_MAX,
      sizeCalculation: (accounts) => accounts.length + 1,
      ttl: CACHE_TTL_MS,
      ttlResolution: 0,
      perf: { now },
    });
  }

  async of(room: RoomId): Promise<readonly AccountId[]> {
    const known = this.#knownOf(room);
    if (known) return known;
    if (!(await this.#isAnybody())) return [];
    const forgotten = this.#forgotten;
    const accounts = await this.#read(room);
    if (forgotten === this.#forgotten) this.#known.set(room, accounts);
    return accounts;
  }

  /** Whether a new lookup now would find no candidate. */
  isKnownEmpty(room: RoomId): boolean {
    return this.#knownOf(room)?.length === 0 || this.#knowsNobody();
  }

  forget(room: RoomId): void {
    this.#forgotten += 1;
    this.#known.delete(room);
  }

  /** A device was added. The cache is not used for any room until the rooms of the device are known. */
  deviceAdded(): void {
    this.#forgotten += 1;
    this.#anybody = null;
    this.#doubts += 1;
  }

  /** The rooms of the new device have been invalidated. */
  devicePlaced(): void {
    this.#doubts -= 1;
  }

  #knownOf(room: RoomId): readonly AccountId[] | null {
    return this.#doubts > 0 ? null : (this.#known.get(room) ?? null);
  }

  #knowsNobody(): boolean {
    return this.#anybody !== null && !this.#anybody.is && this.#anybody.until > this.#now();
  }

  async #isAnybody(): Promise<boolean> {
    if (this.#anybody && this.#anybody.until > this.#now()) return this.#anybody.is;
    const forgotten = this.#forgotten;
    const is = (await this.#reader.count('devices', { index: '_id', limit: 1 })) > 0;
    if (forgotten === this.#forgotten) this.#anybody = { is, until: this.#now() + CACHE_TTL_MS };
    return is;
  }

  /** The next members are read together with the accounts of the former ones. */
  async #read(room: RoomId): Promise<AccountId[]> {
    const found: AccountId[] = [];
    let looking: Promise<void> = Promise.resolve();
    for (let from = -1; ; ) {
      const range = { index: 'byRoom', prefix: [room], gt: from, limit: PAGE };
      const [members] = await Promise.all([this.#reader.range<Member>('members', range), looking]);
      const ids = members.map(({ account }) => account);
      looking = this.#addThoseWithDevices(ids, found);
      const last = members.at(-1);
      if (!last || members.length < PAGE) break;
      from = last.joinedSeq;
    }
    await looking;
    return found;
  }

  async #addThoseWithDevices(ids: AccountId[], found: AccountId[]): Promise<void> {
    for (const account of await this.#reader.getMany<Account>('accounts', ids)) {
      if (account?.devices?.length && account.leavingAt === undefined) found.push(account._id);
    }
  }
}
