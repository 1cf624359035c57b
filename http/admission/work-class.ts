/** One kind of work from outside: what of it waits, how much of it may, and its share of the time. */
import { isTooLong } from '#src/concurrency/long-line.js';
import { RateMeter } from '#src/concurrency/rate-meter.js';
import { FairQueue } from './fair-queue.js';

/** Operations of sockets, upgrades to a socket, HTTP requests. They share the time of a round evenly. */
export type WorkKind = 'operation' | 'handshake' | 'request';

export interface Work {
  run(): void;
  /** Answers `overloaded`. */
  refuse(retryAfterMs: number): void;
}

interface Policy {
  /** So much may wait, or more where the node begins so much in `waitS` seconds. */
  waitingMax: number;
  waitS: number;
  /**
   * `in-order`: the oldest begins first, because a client expects its operations in order; beyond the bound the newest is
   * refused. `newest-first`: clients give up those that have waited for long; beyond the bound the oldest is refused.
   */
  order: 'in-order' | 'newest-first';
}

const policies: Record<WorkKind, Policy> = {
  operation: { waitingMax: 512, waitS: 0.15, order: 'in-order' },
  handshake: { waitingMax: 2_048, waitS: 1, order: 'newest-first' },
  request: { waitingMax: 256, waitS: 1, order: 'newest-first' },
};

/** More of what is begun in order may wait until the oldest of a line has waited for so long, so that a node makes up for a pause. */
const PAUSE_MAX_MS = 1_000;
/** How many times as much may wait for that, unless the queue has been full for long. */
const BURST = 4;
/** A queue that has been full for so long is that of an overload, and not what a pause has left. */
const FULL_MAX_MS = 2_000;
/** A queue is full from its bound on, until this part of it is left. */
const FULL_UNTIL = 0.5;

interface Waiting {
  work: Work;
  /** Monotonic ms. */
  since: number;
}

export class WorkClass {
  readonly queue = new FairQueue<Waiting>();
  readonly policy: Policy;
  readonly kind: WorkKind;
  /** ms of the rounds that this kind has used, comparable between the kinds that wait. */
  usedMs = 0;
  /** Refused since the last report. */
  shed = 0;
  readonly rate = new RateMeter();
  /** What may wait now. */
  waitingMax: number;
  #isOverload = false;
  /** In monotonic ms. */
  #fullSince: number | undefined;

  constructor(kind: WorkKind) {
    this.kind = kind;
    this.policy = policies[kind];
    this.waitingMax = this.policy.waitingMax;
  }

  /** Decides in each round what may wait. */
  measure(now: number): void {
    const { waitingMax, waitS } = this.policy;
    this.waitingMax = Math.max(waitingMax, this.rate.perSecond(now) * waitS);
    if (this.queue.size >= this.waitingMax) this.#fullSince ??= now;
    else if (this.queue.size < this.waitingMax * FULL_UNTIL) this.#fullSince = undefined;
    this.#isOverload = this.#fullSince !== undefined && now - this.#fullSince >= FULL_MAX_MS;
  }

  /** Whether this line may take nothing more. The bounds hold for those alone that have more than their share of what waits. */
  isFull(key: string, now: number): boolean {
    const { queue, waitingMax } = this;
    if (queue.size < waitingMax) return false;
    const line = { length: queue.lengthOf(key), since: queue.firstOf(key)?.since, all: queue.size, lines: queue.lines };
    return isTooLong(line, { most: waitingMax, burst: this.#isOverload ? 1 : BURST, waitMs: PAUSE_MAX_MS }, now);
  }
}
