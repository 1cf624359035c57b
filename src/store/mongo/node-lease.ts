import { type Store, StoreLocked, StoreUnavailable } from '../store.js';

const LEASE = 'node-lease';

export interface NodeLeaseSetting {
  /** The name of this node for operators, such as host and process. */
  nodeId: string;
  /** Differs at every start of a node, so that a restarted node differs from its predecessor. */
  token: string;
  /** How long the lease outlives a killed node. */
  leaseMs?: number;
  /** Called once when another node has taken the lease: this node must stop. */
  onLost: (why: string) => void;
  /** Called once when a start waits for a lease whose holder may be dead. */
  onWaiting?: (holder: string, ms: number) => void;
  /** Default: the clock of this machine. */
  clock?: LeaseClock;
}

/** The local clock and its timers. */
export interface LeaseClock {
  /** ms that never go back, from an arbitrary start. */
  monotonic(): number;
  /** Runs once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

const systemClock: LeaseClock = {
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

export interface NodeLease {
  /** Whether this node certainly holds the lease now, so that its answers are those of the only holder. */
  isTrusted(): boolean;
  release(): Promise<void>;
}

interface LeaseDoc {
  _id: string;
  node: string;
  token: string;
  until: number;
  /** The number of the renewal; an earlier version wrote none. */
  rev?: number;
}

const DEFAULT_LEASE_MS = 10_000;
/** The rest covers the difference between the local clock and the database's. */
const TRUSTED_SHARE = 0.95;
/** Interval at which a waiting start checks whether the holder has renewed the lease. */
const LOOK_INTERVAL_MS = 500;

/**
 * Without Redis one node at a time may use the database; a document in `meta` names it. The lease expires by the
 * database's clock and is renewed every third of its time. An expired lease may be taken. The unique keys of the log
 * protect writes; the lease protects answers and announcements.
 *
 * A start that finds a lease waits. A living holder renews its lease, and the start is refused; the lease of a dead
 * holder expires. While the database is unreachable no node can take the lease, so that the node continues without
 * trust: its answers are held, and the next renewal shows whether it still has the lease.
 */
export async function acquireNodeLease(store: Store, setting: NodeLeaseSetting): Promise<NodeLease> {
  const lease = new HeldLease(store, setting);
  await lease.acquire();
  return lease;
}

class HeldLease implements NodeLease {
  readonly #store: Store;
  readonly #setting: NodeLeaseSetting;
  readonly #leaseMs: number;
  readonly #clock: LeaseClock;
  #stopTimer: () => void = () => undefined;
  #trustedUntil = Number.NEGATIVE_INFINITY;
  #renewing: Promise<void> = Promise.resolve();
  #renewals = 0;
  #over = false;

  constructor(store: Store, setting: NodeLeaseSetting) {
    this.#store = store;
    this.#setting = setting;
    this.#leaseMs = setting.leaseMs ?? DEFAULT_LEASE_MS;
    this.#clock = setting.clock ?? systemClock;
  }

  async acquire(): Promise<void> {
    let found: LeaseDoc | null = null;
    for (;;) {
      const sentAt = this.#clock.monotonic();
      const holder = await this.#store.get<LeaseDoc>('meta', LEASE);
      const now = await this.#store.now();
      if (!holder || holder.until <= now) return this.#take(holder, now, sentAt);
      // The holder renewed the lease, or another node took it: a living node has it.
      if (found && (found.token !== holder.token || found.until !== holder.until)) throw lockedBy(holder, now);
      const leftMs = holder.until - now;
      if (!found) this.#setting.onWaiting?.(holder.node, leftMs);
      found = holder;
      await this.#pause(Math.min(leftMs + 1, LOOK_INTERVAL_MS));
    }
  }

  isTrusted(): boolean {
    return !this.#over && this.#clock.monotonic() < this.#trustedUntil;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(ms, resolve));
  }

  async #take(holder: LeaseDoc | null, now: number, sentAt: number): Promise<void> {
    const { nodeId: node, token } = this.#setting;
    const doc = { _id: LEASE, node, token, until: now + this.#leaseMs };
    const guard = holder ? { equals: { token: holder.token, until: holder.until } } : { absent: true as const };
    const [won] = await this.#store.write([{ op: 'put', in: 'meta', doc, guard }]);
    if (!won) throw lockedBy(await this.#store.get<LeaseDoc>('meta', LEASE), now);
    this.#hold(sentAt);
  }

  async release(): Promise<void> {
    this.#over = true;
    this.#stopTimer();
    await this.#renewing;
    try {
      await this.#store.write([
        { op: 'del', in: 'meta', id: LEASE, guard: { equals: { token: this.#setting.token } } },
      ]);
    } catch (cause) {
      // The lease expires by itself; a stop does not fail because the database is away.
      if (!(cause instanceof StoreUnavailable)) throw cause;
    }
  }

  /**
   * Trust counts from before the renewal was sent, by the local clock, so that it never outlasts the lease in the
   * database.
   */
  #hold(sentAt: number): void {
    this.#trustedUntil = sentAt + this.#leaseMs * TRUSTED_SHARE;
    this.#renewIn(this.#leaseMs / 3);
  }

  #renewIn(ms: number): void {
    this.#stopTimer = this.#clock.after(ms, () => {
      this.#renewing = this.#renew();
    });
  }

  async #renew(): Promise<void> {
    const sentAt = this.#clock.monotonic();
    try {
      const until = (await this.#store.now()) + this.#leaseMs;
      const isRenewed = await this.#write(until);
      if (this.#over) return;
      if (isRenewed) this.#hold(sentAt);
      else this.#lose('another node has taken the lease over');
    } catch (cause) {
      if (!(cause instanceof StoreUnavailable)) throw cause;
      // An unreachable database is no loss of the lease, because no other node can reach it either.
      if (!this.#over) this.#renewIn(this.#leaseMs / 10);
    }
  }

  /**
   * A renewal of unknown outcome may reach the database after a later one. Its lower number keeps it from shortening the
   * lease, on which this node counts by then.
   */
  async #write(until: number): Promise<boolean> {
    const { token } = this.#setting;
    this.#renewals += 1;
    const rev = this.#renewals;
    const guard = { equals: { token }, olderThan: rev };
    const [isDone] = await this.#store.write([{ op: 'set', in: 'meta', id: LEASE, set: { until, rev }, guard }]);
    if (isDone) return true;
    // A driver that sent it twice reports the second time, which was refused because of the first.
    const stored = await this.#store.get<LeaseDoc>('meta', LEASE);
    return stored?.token === token && stored.rev === rev;
  }

  #lose(why: string): void {
    this.#over = true;
    this.#stopTimer();
    this.#setting.onLost(why);
  }
}

function lockedBy(holder: LeaseDoc | null, now: number): StoreLocked {
  if (!holder)
    return new StoreLocked('another node has just taken this database; one node at a time without REDIS_URL');
  const seconds = Math.max(1, Math.ceil((holder.until - now) / 1000));
  return new StoreLocked(
    `node ${holder.node} holds the lease of this database; stop it, or wait ${seconds} s if it is gone. ` +
      'Several nodes need REDIS_URL',
  );
}
