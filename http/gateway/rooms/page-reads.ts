import { RefusalError } from '#src/errors.js';
import type { Connection } from '../connection/connection.js';
import type { Env } from '../gateway-deps.js';
import type { Done } from '../inbound/operation.js';
import type { Json } from '../transport/frames.js';
import { ReadBudget, type ReadBudgetLimits } from './read-budget.js';

/** Pages that one connection may have in the making. */
const CONCURRENCY = 4;
/** With more bytes than this on their way to a connection, pages in preparation included, its next page waits. */
const CONNECTION_BYTES_MAX = 262_144;
/** The assumed weight of a connection's first page, so that two are begun. Later ones weigh as much as those before. */
const EXPECTED_BYTES = 163_840;
const CHECK_INTERVAL_MS = 20;

export interface PageReadLimits {
  session: ReadBudgetLimits;
  account: ReadBudgetLimits;
  node: ReadBudgetLimits;
}

const LIMITS: PageReadLimits = {
  session: { reads: 8, bytes: 2_097_152 },
  account: { reads: 16, bytes: 8_388_608 },
  node: { reads: 256, bytes: 67_108_864 },
};

/** A page that is asked for and not yet begun. */
interface Waiting {
  begin(): void;
  cancel(error: Error): void;
}

/** The pages that one connection has requested and not yet received. */
interface Work {
  readonly connection: Connection;
  readonly session: string;
  readonly account: string;
  reading: number;
  waiting: Waiting[];
  /** The bytes that its session, its account and the node are charged for it. */
  charged: number;
}

/**
 * Pages of rows are made as fast as their reader takes them: within one budget of reads and unsent bytes for the
 * connection, its session, its account and the node. Waiting pages of a connection that ends are never made.
 */
export class PageReads {
  readonly #env: Pick<Env, 'after' | 'soon'>;
  readonly #works = new Map<Connection, Work>();
  readonly #expectedBytes = new WeakMap<Connection, number>();
  readonly #sessions: ReadBudget;
  readonly #accounts: ReadBudget;
  readonly #node: ReadBudget;
  #stopTimer: (() => void) | null = null;

  constructor(env: Pick<Env, 'after' | 'soon'>, limits: PageReadLimits = LIMITS) {
    this.#env = env;
    this.#sessions = new ReadBudget(limits.session);
    this.#accounts = new ReadBudget(limits.account);
    this.#node = new ReadBudget(limits.node);
  }

  /** Runs `read` when its budgets allow it; refuses with `unavailable` once the connection has ended. */
  async use(connection: Connection, read: () => Promise<Done>): Promise<Done> {
    if (hasEnded(connection)) throw new RefusalError('unavailable');
    const work = this.#workOf(connection);
    const admitted = new Promise<void>((begin, cancel) => work.waiting.push({ begin, cancel }));
    this.#admit(work);
    await admitted;
    try {
      const page = await read();
      // One small page among large ones does not make the next ones small.
      this.#expectedBytes.set(connection, Math.max(sizeOf(page.fields), this.#expectedOf(connection) / 2));
      return page;
    } finally {
      this.#count(work, -1);
      // By then the answer is on its way, and the next page is judged with it.
      this.#env.soon(() => this.#settle(work));
    }
  }

  /** The connection has gone: nothing more is read for it. */
  ended(connection: Connection): void {
    const work = this.#works.get(connection);
    if (work) this.#settle(work);
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  #workOf(connection: Connection): Work {
    const known = this.#works.get(connection);
    if (known) return known;
    const { accountId, sessionId } = connection.caller;
    const work: Work = {
      connection,
      session: sessionId,
      account: accountId,
      reading: 0,
      waiting: [],
      charged: 0,
    };
    this.#works.set(connection, work);
    return work;
  }

  #admit(work: Work): void {
    this.#charge(work);
    while (work.waiting.length > 0 && this.#isFree(work)) {
      this.#count(work, 1);
      work.waiting.shift()?.begin();
    }
    if (work.waiting.length > 0 || work.charged > 0) this.#checkLater();
  }

  #expectedOf(connection: Connection): number {
    return this.#expectedBytes.get(connection) ?? EXPECTED_BYTES;
  }

  #isFree({ connection, reading, charged, session, account }: Work): boolean {
    if (reading >= CONCURRENCY || charged + reading * this.#expectedOf(connection) > CONNECTION_BYTES_MAX) return false;
    if (!this.#sessions.isFree(session) || !this.#accounts.isFree(account)) return false;
    // A node at its limit still serves connections that have taken their earlier pages, one page at a time.
    return this.#node.isFree('') || (reading === 0 && charged === 0);
  }

  #settle(work: Work): void {
    // Two pages that end together are settled twice; charged once more after it was let go, it would stay so for ever.
    if (this.#works.get(work.connection) !== work) return;
    if (hasEnded(work.connection)) {
      const error = new RefusalError('unavailable');
      for (const { cancel } of work.waiting.splice(0)) cancel(error);
    }
    this.#admit(work);
    if (work.reading === 0 && work.waiting.length === 0 && work.charged === 0) this.#works.delete(work.connection);
  }

  #charge(work: Work): void {
    const { connection } = work;
    const bytes = connection.isClosed ? 0 : connection.unsentBytes;
    const change = bytes - work.charged;
    work.charged = bytes;
    this.#change(work, 0, change);
  }

  #count(work: Work, change: 1 | -1): void {
    work.reading += change;
    this.#change(work, change, 0);
  }

  #change({ session, account }: Work, reads: number, bytes: number): void {
    this.#sessions.change(session, reads, bytes);
    this.#accounts.change(account, reads, bytes);
    this.#node.change('', reads, bytes);
  }

  #checkLater(): void {
    this.#stopTimer ??= this.#env.after(CHECK_INTERVAL_MS, () => {
      this.#stopTimer = null;
      for (const work of [...this.#works.values()]) this.#settle(work);
    });
  }
}

/** Closed by either side: the result would not be read. */
const hasEnded = ({ isClosed, isShut }: Connection): boolean => isClosed || isShut;

/** Nearly: the text around the rows is counted in characters. */
const sizeOf = (json: Json): number =>
  typeof json === 'string' ? json.length : json.before.length + json.encoded.bytes.length + json.after.length;
