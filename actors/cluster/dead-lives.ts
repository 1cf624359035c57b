/**
 * Which slots may be taken over. A life that is dead in the lease table may go on by extensions. Its slots are claimed
 * once it is ended for good and nothing that it was granted lasts.
 */
import type { Env } from '#actors/runtime/env.js';
import type { Table } from '#src/cluster/lease-table.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';

export interface DeadLivesOptions {
  leases: StandbyLeases;
  env: Pick<Env, 'monotonic'>;
  trustMs: number;
}

export interface Claimable {
  slots: number[];
  /** The lives whose slots they were. */
  over: string[];
}

/** The last extension was sent before the end was stored; clocks may run so much faster here. */
const WAIT_SHARE = 1.2;

export class DeadLives {
  readonly #options: DeadLivesOptions;
  /** From when on a life that was ended relies on nothing. */
  readonly #overAt = new Map<string, number>();

  constructor(options: DeadLivesOptions) {
    this.#options = options;
  }

  /** Of these slots, which have no living owner. */
  async claimable(wanted: readonly number[], { nodes, owners }: Table): Promise<Claimable> {
    const living = new Set(nodes.map(({ token }) => token));
    const extended = await this.#options.leases.extended();
    const dead = new Set([...owners.values(), ...extended].filter((token) => !living.has(token)));
    for (const token of this.#overAt.keys()) if (!dead.has(token)) this.#overAt.delete(token);
    const over = new Set(await this.#overAmong(dead));
    // Slots that nobody has in the table may be those of any life that goes on without it.
    const isEachKnown = extended.every((token) => over.has(token));
    const slots = wanted.filter((slot) => {
      const owner = owners.get(slot);
      return owner === undefined ? isEachKnown : over.has(owner);
    });
    return { slots, over: [...over] };
  }

  /** Whether none goes on that the table does not name; ends those that do. */
  async areAllOver({ nodes }: Table): Promise<boolean> {
    const living = new Set(nodes.map(({ token }) => token));
    const others = (await this.#options.leases.extended()).filter((token) => !living.has(token));
    const over = await this.#overAmong(others);
    await this.forget(over);
    return over.length === others.length;
  }

  /** Nothing of them is left to be taken over by this node. */
  async forget(tokens: readonly string[]): Promise<void> {
    for (const token of tokens) await this.#options.leases.forget(token);
  }

  async #overAmong(tokens: Iterable<string>): Promise<string[]> {
    const over: string[] = [];
    for (const token of tokens) if (await this.#isOver(token)) over.push(token);
    return over;
  }

  async #isOver(token: string): Promise<boolean> {
    const { leases, env, trustMs } = this.#options;
    const known = this.#overAt.get(token) ?? Number.POSITIVE_INFINITY;
    if (env.monotonic() >= known) return true;
    const isOver = (await leases.end(token)) === 'over';
    this.#overAt.set(token, isOver ? env.monotonic() : Math.min(known, env.monotonic() + trustMs * WAIT_SHARE));
    return isOver;
  }
}
