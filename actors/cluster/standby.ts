/** The life of this node while the lease table does not answer: it goes on by extensions, until it is ended. */
import type { Env } from '#actors/runtime/env.js';
import type { NodeEntry, Table } from '#src/cluster/lease-table.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';
import type { LeaseTrust } from './lease-trust.js';
import { isOfPreviousVersion } from './node-token.js';

export interface StandbyOptions {
  leases: StandbyLeases;
  env: Pick<Env, 'monotonic'>;
  trust: LeaseTrust;
  /** Another node has ended the current life. */
  onEnded(): void;
  onError: (what: string, error?: unknown) => void;
}

export class Standby {
  readonly #options: StandbyOptions;
  #registered = '';
  /** An extension of this token may be stored. */
  #extended: string | null = null;
  /** Grows when extensions that are under way stop counting. */
  #epoch = 0;
  #isExtending = false;
  /** Nothing is answered under these any more. Their records are removed once the store answers. */
  readonly #dropped = new Set<string>();

  constructor(options: StandbyOptions) {
    this.#options = options;
  }

  async register(node: NodeEntry): Promise<void> {
    if (this.#registered === node.token) return;
    await this.#options.leases.register(node);
    this.#registered = node.token;
  }

  /**
   * A heartbeat was not answered. If a node of the table is of the previous version, it would take slots over without
   * ending anything, so that nothing is extended.
   */
  async extend(token: string, { nodes }: Table): Promise<void> {
    const { leases, env, trust, onEnded, onError } = this.#options;
    if (this.#isExtending || !trust.lasts || nodes.some((node) => isOfPreviousVersion(node.token))) return;
    this.#isExtending = true;
    const epoch = this.#epoch;
    try {
      this.#extended = token;
      const sentAt = env.monotonic();
      const isExtended = await leases.extend(token);
      if (epoch !== this.#epoch) return;
      if (isExtended) trust.extend(sentAt);
      else onEnded();
    } catch (error) {
      onError('standby lease not extended', error);
    } finally {
      this.#isExtending = false;
    }
  }

  /** The table has answered for the current token. */
  async withdraw(): Promise<void> {
    const token = this.#extended;
    this.#extended = null;
    this.#epoch += 1;
    // First of all: what is withdrawn must not be relied on.
    this.#options.trust.relyOnTable();
    try {
      if (token !== null) await this.#options.leases.withdraw(token);
      for (const dropped of this.#dropped) {
        await this.#options.leases.forget(dropped);
        this.#dropped.delete(dropped);
      }
    } catch (error) {
      this.#extended ??= token;
      this.#options.onError('standby lease not withdrawn', error);
    }
  }

  /** Nothing is answered under this token any more. */
  drop(token: string): Promise<void> {
    if (this.#extended === token) this.#extended = null;
    this.#dropped.add(token);
    return this.withdraw();
  }
}

/** For a node that ends when the lease table is gone. */
export const noStandbyLeases: StandbyLeases = {
  register: async () => undefined,
  extend: async () => false,
  withdraw: async () => undefined,
  extended: async () => [],
  end: async () => 'over',
  forget: async () => undefined,
};
