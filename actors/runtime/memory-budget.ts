/**
 * The memory of actors that are at rest. Over the budget rows leave before actors do, and actors that nobody has used
 * for a while before those in use. Actors in use may exceed the budget by half; beyond it the actors that were loaded
 * last leave first. The longest idle would be the wrong choice there: if more rooms are in use than memory holds, the
 * longest idle room is the next to be asked, so that no message would find its room in memory.
 */
import type { AnyActivation } from './activation.js';
import type { SweptActivation } from './activation-context.js';
import type { Env } from './env.js';

/** Used so lately: in use. */
const IN_USE_WINDOW_MS = 10_000;
/** How much of the budget those in use may take. */
const HARD_SHARE = 1.5;
/** From this share of the budget on, loads read less. */
const TIGHT_SHARE = 0.9;
/** So many leave at once, each with a checkpoint, and the next ones after a pause: commands go on in between. */
const BATCH_MAX = 64;
const BATCH_INTERVAL_MS = 20;

/**
 * The actors that a sweep looks at: those that were used since the last one, and those that are not at rest. At rest
 * nothing waits and no size changes. To visit all of them took 4 µs for each, twice a second.
 */
export class SweptActors<A extends SweptActivation> {
  /** With their bytes as of the last sweep. */
  readonly #used = new Map<A, number>();
  /** Likewise; those that have rested longest come first. */
  readonly #resting = new Map<A, number>();
  #bytes = 0;

  /** Of all actors, as of the last sweep. */
  get bytes(): number {
    return this.#bytes;
  }

  used(actor: A): void {
    if (this.#used.has(actor)) return;
    this.#used.set(actor, this.#resting.get(actor) ?? 0);
    this.#resting.delete(actor);
  }

  ended(actor: A): void {
    this.#bytes -= this.#used.get(actor) ?? this.#resting.get(actor) ?? 0;
    this.#used.delete(actor);
    this.#resting.delete(actor);
  }

  /** `visit` may end an actor. */
  sweep(visit: (actor: A) => void): void {
    for (const actor of [...this.#used.keys()]) {
      visit(actor);
      const before = this.#used.get(actor);
      if (before === undefined) continue;
      const bytes = actor.isLeaving ? 0 : actor.size;
      this.#bytes += bytes - before;
      if (!actor.isIdle) this.#used.set(actor, bytes);
      else {
        this.#used.delete(actor);
        this.#resting.set(actor, bytes);
      }
    }
  }

  /** Those at rest that nobody has used since then. */
  eachRestingSince(at: number, visit: (actor: A) => void): void {
    for (const actor of this.#resting.keys()) {
      if (actor.lastUsedAt >= at) return;
      visit(actor);
    }
  }
}

interface Chosen {
  activation: AnyActivation;
  lastUsedAt: number;
}

export class MemoryBudget {
  readonly #env: Env;
  readonly #bytes: number;
  #cancel: () => void = () => undefined;
  /** Close to the budget or over it. */
  isTight = false;

  constructor(env: Env, bytes: number) {
    this.#env = env;
    this.#bytes = bytes;
  }

  stop(): void {
    this.#cancel();
  }

  /** Called twice a second with the bytes of all actors: as long as they fit, no actor is looked at. */
  enforce(known: number, active: () => AnyActivation[]): void {
    this.#cancel();
    this.isTight = known > this.#bytes * TIGHT_SHARE;
    if (known <= this.#bytes) return;
    // Leaving actors are as good as gone. Otherwise a slow store would make each sweep choose further ones.
    const staying = active().filter(({ isLeaving }) => !isLeaving);
    let total = staying.reduce((sum, { size }) => sum + size, 0);
    this.isTight = total > this.#bytes * TIGHT_SHARE;
    if (total <= this.#bytes) return;
    const sizes = new Map(staying.map((activation) => [activation, activation.size]));
    const byUse = staying.sort((a, b) => a.lastUsedAt - b.lastUsedAt);
    total -= this.#shrink(byUse, total - this.#bytes, sizes);
    this.#passivateNext(this.#choose(byUse, total, sizes));
  }

  /** Drops data that can be read again, first of the actors that were idle longest. Returns the freed bytes. */
  #shrink(byUse: AnyActivation[], excess: number, sizes: Map<AnyActivation, number>): number {
    let freed = 0;
    for (const activation of byUse) {
      if (freed >= excess) break;
      activation.shrink();
      freed += (sizes.get(activation) ?? 0) - activation.size;
      sizes.set(activation, activation.size);
    }
    return freed;
  }

  #choose(byUse: AnyActivation[], held: number, sizes: Map<AnyActivation, number>): Chosen[] {
    const since = this.#env.monotonic() - IN_USE_WINDOW_MS;
    const idle = byUse.filter((activation) => activation.isIdle);
    const resting = idle.filter(({ lastUsedAt }) => lastUsedAt < since);
    const inUse = idle.filter(({ lastUsedAt }) => lastUsedAt >= since).sort((a, b) => b.startedAt - a.startedAt);
    const chosen: Chosen[] = [];
    let total = held;
    const chooseDownTo = (bytes: number, from: AnyActivation[]) => {
      for (const activation of from) {
        if (total <= bytes) return;
        total -= sizes.get(activation) ?? 0;
        chosen.push({ activation, lastUsedAt: activation.lastUsedAt });
      }
    };
    chooseDownTo(this.#bytes, resting);
    chooseDownTo(this.#bytes * HARD_SHARE, inUse);
    return chosen;
  }

  /** Not those that somebody has used since they were chosen. */
  #passivateNext(chosen: Chosen[]): void {
    for (const { activation, lastUsedAt } of chosen.splice(0, BATCH_MAX)) {
      if (activation.lastUsedAt === lastUsedAt) activation.passivate();
    }
    if (chosen.length > 0) this.#cancel = this.#env.after(BATCH_INTERVAL_MS, () => this.#passivateNext(chosen));
  }
}
