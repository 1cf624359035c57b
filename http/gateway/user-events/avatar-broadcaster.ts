import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import { isAvatarShown } from '#src/domain/accounts/photo-visibility.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { accountAvatar } from '#src/protocol/socket/events.js';
import { followId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { Connections } from '../connection/connections.js';
import type { Env } from '../gateway-deps.js';
import { allDirectRoomsOf } from '../rooms/direct-rooms.js';
import type { Memberships } from '../rooms/memberships.js';
import { eventFrame } from '../transport/frames.js';

export interface AvatarBroadcasterDeps {
  connections: Connections;
  memberships: Pick<Memberships, 'roomsOf' | 'connectedIn'>;
  reader: Reader;
  peoplePresenter: Pick<PeoplePresenter, 'ownAvatar'>;
  env: Pick<Env, 'soon'>;
  /** The broadcast failed. Lists show the right avatar nevertheless. */
  onError: (error: unknown) => void;
}

/** Follows that are read, and accounts that are sent to, before the event loop continues. */
export const BATCH_MAX = 512;
/** A range read holds no more. */
const RANGE_MAX = 10_000;

/**
 * `account:avatar`: to the connected accounts that share a room with the account or follow it, and to its own devices,
 * each as the visibility of the avatar allows. Changed accounts are broadcast one after the other; an account that
 * changes again while it waits is broadcast once, in its latest state.
 */
export class AvatarBroadcaster {
  readonly #deps: AvatarBroadcasterDeps;
  readonly #waiting = new Set<AccountId>();
  #isSending = false;

  constructor(deps: AvatarBroadcasterDeps) {
    this.#deps = deps;
  }

  avatarChanged(account: AccountId): void {
    if (this.#deps.connections.size === 0) return;
    this.#waiting.add(account);
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (const account of this.#waiting) {
      this.#waiting.delete(account);
      try {
        await this.#send(account);
      } catch (error) {
        this.#deps.onError(error);
      }
    }
    this.#isSending = false;
  }

  async #send(id: AccountId): Promise<void> {
    const account = await this.#present(id);
    if (!account) return;
    const isNarrow = account.profile.photoVisibility === 'followers';
    const peers = new Set([id, ...(await this.#connectedFollowers(id)), ...(await this.#roomPeers(id))]);
    await this.#inBatches([...peers], (batch) => this.#sendBatch(id, batch, isNarrow));
  }

  /** Null for accounts that are gone, or going. */
  async #present(id: AccountId): Promise<Account | null> {
    const account = await this.#deps.reader.get<Account>('accounts', id);
    return account?.leavingAt === undefined ? account : null;
  }

  /**
   * Reads the account again for each batch: it may have changed since the last one, and an avatar that was hidden
   * meanwhile is sent to no one. An account whose follows were not read is broadcast again when its turn comes.
   */
  async #sendBatch(id: AccountId, batch: AccountId[], isNarrow: boolean): Promise<void> {
    const related = isNarrow ? this.#followsBetween(id, batch) : new Set<AccountId>();
    const [account, follows] = await Promise.all([this.#present(id), related]);
    if (!account) return;
    const avatar = this.#deps.peoplePresenter.ownAvatar(account);
    const shown = avatarFrame(id, avatar);
    const hidden = avatar ? avatarFrame(id, null) : shown;
    for (const peer of batch) {
      const standing = { isOwn: peer === id, isFollow: follows.has(peer) };
      const frame = isAvatarShown(account.profile.photoVisibility, standing) ? shown : hidden;
      for (const connection of this.#deps.connections.of(peer)) connection.push(frame);
    }
  }

  async #roomPeers(id: AccountId): Promise<Set<AccountId>> {
    const mates = new Set<AccountId>();
    const { memberships, reader } = this.#deps;
    const direct = (await allDirectRoomsOf(reader, id)).map(({ room }) => room);
    const shared = new Set([...(await memberships.roomsOf(id)), ...direct]);
    await this.#inBatches([...shared], async (rooms) => {
      for (const room of rooms) for (const mate of memberships.connectedIn(room)) mates.add(mate);
    });
    return mates;
  }

  /** Whichever are fewer are looked at: those who follow it, or those who are here. */
  async #connectedFollowers(id: AccountId): Promise<Set<AccountId>> {
    const { connections, reader } = this.#deps;
    const { followers } = (await reader.get<Tally>('tallies', id)) ?? emptyTally;
    if (followers === 0) return new Set();
    if (followers <= Math.min(connections.accountCount, RANGE_MAX)) return this.#followersOf(id);
    const found = new Set<AccountId>();
    await this.#inBatches([...connections.accounts()], async (batch) => {
      const follows = await reader.getMany<Follow>(
        'follows',
        batch.map((other) => followId(other, id)),
      );
      for (const follow of follows) if (follow) found.add(follow.follower);
    });
    return found;
  }

  async #followersOf(id: AccountId): Promise<Set<AccountId>> {
    const { connections, reader } = this.#deps;
    const range = { index: 'byFollowee', prefix: [id], limit: RANGE_MAX };
    const follows = await reader.range<Follow>('follows', range);
    return new Set(follows.map(({ follower }) => follower).filter((follower) => connections.isOnline(follower)));
  }

  /** The ones of them that follow the account, or are followed by it. */
  async #followsBetween(id: AccountId, peers: AccountId[]): Promise<Set<AccountId>> {
    const ids = peers.flatMap((peer) => [followId(peer, id), followId(id, peer)]);
    const follows = await this.#deps.reader.getMany<Follow>('follows', ids);
    return new Set(follows.flatMap((follow) => (follow ? [follow.follower, follow.followee] : [])));
  }

  async #inBatches<T>(items: readonly T[], work: (batch: T[]) => Promise<void>): Promise<void> {
    for (let at = 0; at < items.length; at += BATCH_MAX) {
      if (at > 0) await new Promise<void>((resolve) => this.#deps.env.soon(resolve));
      await work(items.slice(at, at + BATCH_MAX));
    }
  }
}

const avatarFrame = (id: AccountId, avatar: ReturnType<PeoplePresenter['ownAvatar']>): Buffer =>
  eventFrame('account:avatar', JSON.stringify(accountAvatar(id, avatar)));
