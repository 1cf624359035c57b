/**
 * Decides when work from outside begins. In each round of the event loop new work is begun for a few milliseconds; what
 * does not fit waits for the next rounds, in fair turns, and is refused beyond a bound. A node that is asked for more than
 * it can do therefore does as much as it can, and everything that it does begin is answered soon.
 * Operations wait as well while many messages of their line are under way, or many of all lines and not few of their own: a text that waits
 * here costs less than a decided entry before the store, and is refused more cheaply.
 */
import { STANDSTILL_MS, UnderWay } from './under-way.js';
import { type Work, WorkClass, type WorkKind } from './work-class.js';

export interface AdmissionMetrics {
  waiting(kind: WorkKind, count: number): void;
  /** So many were refused. */
  shed(kind: WorkKind, count: number): void;
}

export interface AdmissionEnv {
  monotonic(): number;
  random(): number;
  soon(run: () => void): void;
  after(ms: number, run: () => void): unknown;
}

const ROUND_BUDGET_MS = 5;
/** While one room has all that it may have under way: others wait for its rounds then. */
const SHORT_ROUND_BUDGET_MS = 2;
const RETRY_DELAY_MIN_MS = 500;
/** A few delays, so that their refusals can be made beforehand. */
const RETRY_DELAYS = 16;
const RETRY_DELAY_STEP_MS = 100;

export class AdmissionQueue {
  readonly #env: AdmissionEnv;
  readonly #metrics: AdmissionMetrics;
  readonly #classes: Record<WorkKind, WorkClass> = {
    operation: new WorkClass('operation'),
    handshake: new WorkClass('handshake'),
    request: new WorkClass('request'),
  };
  readonly #all = Object.values(this.#classes);
  readonly #startRound = () => void this.#nextRound();
  readonly #messages = new UnderWay();
  #waiting = 0;
  #isWatching = false;
  #isRoundScheduled = false;
  #roundStartedAt = 0;

  constructor(env: AdmissionEnv, metrics: AdmissionMetrics) {
    this.#env = env;
    this.#metrics = metrics;
  }

  /** Whether new work may begin at once. It then counts as begun. */
  hasTime(kind: WorkKind): boolean {
    const now = this.#env.monotonic();
    this.#scheduleRound(now);
    if (this.#waiting > 0 || now - this.#roundStartedAt >= this.#roundBudgetMs) return false;
    if (kind === 'operation' && this.#messages.holdsSome(now)) return false;
    this.#classes[kind].rate.add(1, now);
    return true;
  }

  /** How much work of this kind waits. */
  size(kind: WorkKind): number {
    return this.#classes[kind].queue.size;
  }

  /** The work waits for its turn, or is refused at once. */
  wait(kind: WorkKind, key: string, work: Work): void {
    const asked = this.#classes[kind];
    const { queue, policy } = asked;
    if (queue.size === 0) this.#bringUpToDate(asked);
    const now = this.#env.monotonic();
    if (policy.order === 'in-order' && asked.isFull(key, now)) return work.refuse(this.#shed(asked));
    queue.push(key, { work, since: now });
    this.#waiting += 1;
    if (policy.order === 'newest-first' && queue.size > asked.waitingMax) {
      const oldest = queue.shiftLongest();
      this.#waiting -= 1;
      oldest?.work.refuse(this.#shed(asked));
    }
  }

  /** Null while operations of this line may wait; otherwise one is refused, without having been read. */
  shedUnread(key: string): number | null {
    const { operation } = this.#classes;
    return operation.isFull(key, this.#env.monotonic()) ? this.#shed(operation) : null;
  }

  /** A message of a socket is carried out from now on, in monotonic ms, and counts in this line. */
  messageBegan(key: string, now: number): void {
    this.#messages.began(key, now);
  }

  /** It is answered. */
  messageEnded(key: string, now: number): void {
    this.#messages.ended(key, now);
    if (this.#waiting > 0) this.#scheduleRound(now);
  }

  /** Counts a refusal. Returns its `retryAfterMs`. */
  #shed(asked: WorkClass): number {
    asked.shed += 1;
    return RETRY_DELAY_MIN_MS + Math.floor(this.#env.random() * RETRY_DELAYS) * RETRY_DELAY_STEP_MS;
  }

  get #roundBudgetMs(): number {
    return this.#messages.isLineFull ? SHORT_ROUND_BUDGET_MS : ROUND_BUDGET_MS;
  }

  #scheduleRound(now: number): void {
    if (this.#isRoundScheduled) return;
    this.#roundStartedAt = now;
    this.#isRoundScheduled = true;
    this.#env.soon(this.#startRound);
    for (const each of this.#all) each.measure(now);
  }

  /** Begins what waits, for as long as a round has time, and at least one piece of work. */
  async #nextRound(): Promise<void> {
    this.#isRoundScheduled = false;
    if (this.#waiting === 0) return;
    const startedAt = this.#env.monotonic();
    this.#classes.operation.queue.release();
    const budgetMs = this.#roundBudgetMs;
    let next = this.#next(startedAt);
    if (next === undefined) this.#watch();
    else this.#scheduleRound(startedAt);
    for (let now = startedAt; next !== undefined; next = now - startedAt < budgetMs ? this.#next(now) : undefined) {
      next.work.run();
      const endedAt = this.#env.monotonic();
      next.of.usedMs += endedAt - now;
      now = endedAt;
      // What it goes on with at once comes before the next one, as if each had arrived by itself.
      await Promise.resolve();
    }
    for (const each of this.#all) this.#report(each);
  }

  /** The end of a message begins the next round, unless the store stands still. */
  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#env.after(STANDSTILL_MS, () => {
      this.#isWatching = false;
      if (this.#waiting > 0) this.#scheduleRound(this.#env.monotonic());
    });
  }

  #report(each: WorkClass): void {
    this.#metrics.waiting(each.kind, each.queue.size);
    if (each.shed > 0) this.#metrics.shed(each.kind, each.shed);
    each.shed = 0;
  }

  /** Takes the next piece of work that is not held, of the kind that has used the least. */
  #next(now: number): { work: Work; of: WorkClass } | undefined {
    for (let of = this.#nextClass(now); of !== undefined; of = this.#nextClass(now)) {
      const { queue, policy } = of;
      const taken = policy.order === 'in-order' ? queue.shift((key) => this.#messages.holds(key, now)) : queue.pop();
      if (taken === undefined) continue;
      this.#waiting -= 1;
      of.rate.add(1, now);
      return { work: taken.work, of };
    }
    return undefined;
  }

  /** The kind that waits, may begin something, and has used the least. */
  #nextClass(now: number): WorkClass | undefined {
    let least: WorkClass | undefined;
    for (const each of this.#all) {
      if (!each.queue.hasTurns || (each.kind === 'operation' && this.#messages.holdsAll(now))) continue;
      if (least === undefined || each.usedMs < least.usedMs) least = each;
    }
    return least;
  }

  /** A kind that has waited for nothing has saved up nothing. */
  #bringUpToDate(asked: WorkClass): void {
    const others = this.#all.filter(({ queue }) => queue.size > 0).map(({ usedMs }) => usedMs);
    if (others.length > 0) asked.usedMs = Math.max(asked.usedMs, Math.min(...others));
  }
}
