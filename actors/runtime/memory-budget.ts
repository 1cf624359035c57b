/**
 * The memory of actors that are at rest. Over the budget rows leave before actors do, and actors that nobody has used
 * for a while before those in use. Actors in use may exceed the budget by half; beyond it the actors that were loaded
 * last leave first. The longest idle would be the wrong choice there: if more rooms are in use than memory holds, the
 * longest idle room is the next to be asked, so that no message would find its room in memory.
 */
import type { AnyActivation } from './activation.js';
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

  /** Called twice a second with all actors: as long as they fit, they are only summed up. */
  enforce(active: Iterable<AnyActivation>): void {
    this.#cancel();
    let total = 0;
    for (const activation of active) if (!activation.isLeaving) total += activation.size;
    this.isTight = total > this.#bytes * TIGHT_SHARE;
    if (total <= this.#bytes) return;
    // Leaving actors are as good as gone. Otherwise a slow store would make each sweep choose further ones.
    const staying = [...active].filter(({ isLeaving }) => !isLeaving);
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
