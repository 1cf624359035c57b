/** A node's way to the lease table in memory: a test can cut it, and hold answers back. */
import { type Beat, type ClaimGuard, type NodeEntry, TableUnavailable } from '#src/cluster/lease-table.js';
import { directTableChannel, type LeaseData, VirtualLeaseTable } from '../../sim/edges/virtual-lease-table.js';

export class TableHandle extends VirtualLeaseTable {
  isCut = false;
  /** Requests are carried out, and their answers are lost. */
  isDeaf = false;
  /** Only this request fails. */
  isCutFor: string | null = null;
  /** Every request, in order. */
  readonly asked: string[] = [];
  readonly beats: { at: number; version: number }[] = [];
  readonly begun: { token: string; holding: readonly number[] }[] = [];
  readonly claims: number[] = [];
  /** Answers to beats and handoffs wait for it. */
  held: Promise<void> | null = null;
  /** Of one kind of request; null for all. */
  heldFor: string | null = null;
  readonly #now: () => number;

  constructor(data: LeaseData, now: () => number) {
    super(data, directTableChannel);
    this.#now = now;
  }

  override begin(node: NodeEntry, holding: readonly number[]): Promise<Beat> {
    this.begun.push({ token: node.token, holding: [...holding] });
    return this.#ask('begin', () => super.begin(node, holding));
  }

  override beat(token: string, version: number): Promise<Beat> {
    this.beats.push({ at: this.#now(), version });
    return this.#ask('beat', () => super.beat(token, version));
  }

  override claim(token: string, slots: readonly number[], guard: ClaimGuard): Promise<number[]> {
    this.claims.push(slots.length);
    return this.#ask('claim', () => super.claim(token, slots, guard));
  }

  override give(token: string, to: string, slots: readonly number[]): Promise<number[]> {
    return this.#ask('give', () => super.give(token, to, slots));
  }

  override leave(token: string): Promise<Beat> {
    return this.#ask('leave', () => super.leave(token));
  }

  override end(token: string): Promise<void> {
    return this.#ask('end', () => super.end(token));
  }

  /** The table carries the request out at once; only its answer waits. */
  async #ask<T>(what: string, step: () => Promise<T>): Promise<T> {
    this.asked.push(what);
    if (this.isCut || this.isCutFor === what) throw new TableUnavailable('cut');
    const answer = await step();
    if (this.isDeaf) throw new TableUnavailable('no answer');
    if (this.heldFor === null || this.heldFor === what) await this.held;
    return answer;
  }
}
