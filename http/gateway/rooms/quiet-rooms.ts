import type { AccountId } from '#src/domain/accounts/account.js';
import type { RoomId } from '#src/domain/rooms/room.js';

/**
 * The connected members of rooms in which nothing happens. There are as many as people have rooms, so one member, as in a
 * direct chat, is kept without a list.
 */
export class QuietRooms {
  readonly #accounts = new Map<RoomId, AccountId | Set<AccountId>>();

  has(room: RoomId): boolean {
    return this.#accounts.has(room);
  }

  accountsIn(room: RoomId): Iterable<AccountId> {
    const accounts = this.#accounts.get(room);
    return typeof accounts === 'string' ? [accounts] : (accounts ?? []);
  }

  accountCountIn(room: RoomId): number {
    const accounts = this.#accounts.get(room);
    return typeof accounts === 'string' ? 1 : (accounts?.size ?? 0);
  }

  add(room: RoomId, account: AccountId): void {
    const known = this.#accounts.get(room);
    if (known === undefined) this.#accounts.set(room, account);
    else if (typeof known !== 'string') known.add(account);
    else if (known !== account) this.#accounts.set(room, new Set([known, account]));
  }

  /** Returns whether the room has nobody any more. */
  delete(room: RoomId, account: AccountId): boolean {
    const known = this.#accounts.get(room);
    if (known === undefined) return false;
    if (typeof known !== 'string') known.delete(account);
    const isEmpty = typeof known === 'string' ? known === account : known.size === 0;
    if (isEmpty) this.#accounts.delete(room);
    return isEmpty;
  }

  /** It is not quiet any more. */
  take(room: RoomId): AccountId[] {
    const accounts = [...this.accountsIn(room)];
    this.#accounts.delete(room);
    return accounts;
  }
}
