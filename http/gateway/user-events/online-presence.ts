import { unblocked } from '#http/presenters/blocks.js';
import type { Recipient, UserEventBus } from '#src/cluster/user-event-bus.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Head, RoomId } from '#src/domain/rooms/room.js';
import { presence } from '#src/protocol/socket/events.js';
import type { Reader } from '#src/store/store.js';
import type { Connections } from '../connection/connections.js';
import type { Env, GatewayCluster, GatewayEvent } from '../gateway-deps.js';
import { directRoomsOf } from '../rooms/direct-rooms.js';
import type { Memberships } from '../rooms/memberships.js';
import { eventFrame } from '../transport/frames.js';

export interface OnlinePresenceDeps {
  connections: Pick<Connections, 'isOnline' | 'of'>;
  memberships: Pick<Memberships, 'roomsOf' | 'onlyOtherIn'>;
  reader: Reader;
  env: Pick<Env, 'now' | 'monotonic' | 'after'>;
  cluster: GatewayCluster | null;
  /** The presence broadcast failed. The next read of the peers is right nevertheless. */
  onError: (error: unknown) => void;
}

/** An account that reconnects within this time stays online for its peers. */
export const GRACE_MS = 10_000;

const nobody: ReadonlySet<Recipient> = new Set();

interface Leaving {
  /** Monotonic. */
  since: number;
  /** ms since epoch: when they were last here. */
  lastSeen: number;
}

/**
 * Online presence: an account is online from its first socket until shortly after its last. Direct peers receive
 * changes.
 */
export class OnlinePresence {
  readonly #deps: OnlinePresenceDeps;
  /** Whose last socket has gone; the first to go comes first. */
  readonly #leaving = new Map<AccountId, Leaving>();
  #stopWaiting: (() => void) | null = null;
  #isStopped = false;

  constructor(deps: OnlinePresenceDeps) {
    this.#deps = deps;
  }

  isOnline(account: AccountId): boolean {
    return this.#deps.connections.isOnline(account) || this.#leaving.has(account);
  }

  /** Connected to any node. */
  async onlineAmong(accounts: readonly AccountId[]): Promise<ReadonlySet<AccountId>> {
    const others = accounts.filter((account) => !this.isOnline(account));
    const asked = others.map((account): Recipient => `account:${account}`);
    const elsewhere = asked.length === 0 ? nobody : await this.#deps.cluster?.userEvents.joinedElsewhere(asked);
    return new Set(accounts.filter((account) => this.isOnline(account) || elsewhere?.has(`account:${account}`)));
  }

  /**
   * The first socket of an account is here. Settles once its user events are heard here; null when they always were, or
   * come from this node alone.
   */
  connected(account: AccountId): Promise<void> | null {
    if (this.#leaving.delete(account)) return null;
    const heard = this.#deps.cluster?.userEvents.join(`account:${account}`) ?? null;
    this.#publish(account, null, heard);
    return heard;
  }

  /** A node of the previous version says that an account has come, or has gone from everywhere. */
  remoteChanged(account: AccountId, lastSeen: number | null): void {
    this.#sendToPeers(account, lastSeen).catch(this.#deps.onError);
  }

  /** The same of a node of this version, for one account that is here. */
  peerChanged({ to, accountId, roomId, lastSeen }: Extract<GatewayEvent, { type: 'peer:presence' }>): void {
    // The chat must be in both lists.
    if (this.#deps.memberships.onlyOtherIn(roomId, accountId) !== to) return;
    this.#sendTo([to], accountId, lastSeen).catch(this.#deps.onError);
  }

  /** The last socket of an account has gone. */
  disconnected(account: AccountId): void {
    const { env } = this.#deps;
    if (this.#isStopped) return;
    this.#leaving.set(account, { since: env.monotonic(), lastSeen: env.now() });
    this.#stopWaiting ??= env.after(GRACE_MS, this.#look);
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopWaiting?.();
  }

  readonly #look = (): void => {
    const { env } = this.#deps;
    this.#stopWaiting = null;
    const now = env.monotonic();
    for (const [account, { since, lastSeen }] of this.#leaving) {
      const waitMs = since + GRACE_MS - now;
      if (waitMs > 0) {
        this.#stopWaiting = env.after(waitMs, this.#look);
        return;
      }
      this.#leaving.delete(account);
      this.#publish(account, lastSeen, this.#deps.cluster?.userEvents.leave(`account:${account}`) ?? null);
    }
  };

  /** `lastSeen`: null when they are here. `known`: once it can be seen which nodes have the account. */
  #publish(account: AccountId, lastSeen: number | null, known: Promise<void> | null): void {
    this.#publishEverywhere(account, lastSeen, known).catch(this.#deps.onError);
  }

  /** An account with a socket on another node is online before and after. */
  async #publishEverywhere(account: AccountId, lastSeen: number | null, known: Promise<void> | null): Promise<void> {
    const { cluster } = this.#deps;
    // Without nodes to wait for, too: by then the gateway reads the memberships, and both use what it reads.
    await known;
    if (cluster) {
      if ((await cluster.userEvents.joinedElsewhere([`account:${account}`])).size > 0) return;
      await this.#publishToPeers(cluster.userEvents, account, lastSeen);
    }
    await this.#sendToPeers(account, lastSeen);
  }

  /** To the nodes of its connected peers; how many nodes there are beside them does not matter. */
  async #publishToPeers(bus: UserEventBus, account: AccountId, lastSeen: number | null): Promise<void> {
    const rooms = await directRoomsOf(this.#deps.reader, account, await this.#deps.memberships.roomsOf(account));
    const online = await bus.joinedElsewhere([...rooms.keys()].map((peer): Recipient => `account:${peer}`));
    for (const [to, roomId] of rooms) {
      if (!online.has(`account:${to}`)) continue;
      const event: GatewayEvent = { to, type: 'peer:presence', accountId: account, roomId, lastSeen };
      bus.publish(`account:${to}`, event);
    }
    bus.publishToPrevious({ to: account, type: 'presence', lastSeen } satisfies GatewayEvent);
  }

  async #sendToPeers(account: AccountId, lastSeen: number | null): Promise<void> {
    await this.#sendTo(await this.#connectedPeers(account), account, lastSeen);
  }

  async #sendTo(candidates: AccountId[], account: AccountId, lastSeen: number | null): Promise<void> {
    const peers = await unblocked(this.#deps.reader, account, candidates);
    // Finding the peers took time: a state that changed meanwhile is broadcast on its own.
    if (peers.length === 0 || (lastSeen !== null && this.isOnline(account))) return;
    const frame = eventFrame('presence', JSON.stringify(presence(account, lastSeen)));
    for (const peer of peers) for (const connection of this.#deps.connections.of(peer)) connection.push(frame);
  }

  /** Most rooms are groups, and most peers not here: only of the rest the store is asked which rooms are direct. */
  async #connectedPeers(account: AccountId): Promise<AccountId[]> {
    const { connections, memberships, reader } = this.#deps;
    const rooms = await memberships.roomsOf(account);
    const pairs = rooms.flatMap((room): [RoomId, AccountId][] => {
      const other = memberships.onlyOtherIn(room, account);
      return other !== null && connections.isOnline(other) ? [[room, other]] : [];
    });
    const ids = pairs.map(([room]) => room);
    const heads = await reader.getMany<Pick<Head, 'kind'> & { _id: string }>('rooms', ids);
    return pairs.flatMap(([, other], index) => (heads[index]?.kind === 'dm' ? [other] : []));
  }
}
