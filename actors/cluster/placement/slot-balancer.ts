/**
 * Moves busy slots to nodes that have less to do. Every node measures the slots it owns; the living node whose name is
 * first asks all of them and writes down where slots belong. Two of them for a moment do no harm: the later word counts.
 */
import type { Env } from '#actors/runtime/env.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';
import type { Coordinator } from '../coordinator.js';
import type { Peers } from '../peers.js';
import { activeNodes } from '../slot-assignment.js';
import { type NodeWork, planMoves } from './plan-moves.js';
import type { SlotWork, WorkReport } from './slot-work.js';

export interface SlotBalancerOptions {
  name: string;
  coordinator: Pick<Coordinator, 'table' | 'token'>;
  peers: Pick<Peers, 'handle' | 'askAll'>;
  table: Pick<LeaseTable, 'place'>;
  work: SlotWork;
  env: Env;
  /** How often the work is measured and compared. */
  intervalMs?: number | undefined;
  /** Nodes with less work are left as they are. */
  busyMin?: number | undefined;
  /** So many slots were moved. */
  onMoved(count: number): void;
  onMeasured(total: number): void;
  onError(what: string, error?: unknown): void;
}

export const SLOT_WORK = 'slot-work';
const INTERVAL_MS = 10_000;
/** A node that is too busy to answer soon is the one that this is about. */
const ANSWER_TIMEOUT_MS = 5_000;
/** After a move the work is measured anew in so many rounds before the next one. */
const SETTLING_ROUNDS = 2;
/** A slot that was moved stays for so many rounds. */
const STAYING_ROUNDS = 30;
/** A slot that nobody named as busy in so many rounds falls back to the node that it belongs to by its number. */
const QUIET_ROUNDS = 60;
const RELEASED_MAX = 10;

export class SlotBalancer {
  readonly #options: SlotBalancerOptions;
  #round = 0;
  #waitUntil = 0;
  #stopTimer: () => void = () => undefined;
  #isStopped = false;
  readonly #movedIn = new Map<number, number>();
  readonly #busyIn = new Map<number, number>();

  constructor(options: SlotBalancerOptions) {
    this.#options = options;
    options.peers.handle(SLOT_WORK, () => options.work.report());
  }

  start(): void {
    const { env, intervalMs = INTERVAL_MS } = this.#options;
    this.#stopTimer = env.after(intervalMs, () => void this.#run(intervalMs));
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
  }

  async #run(intervalMs: number): Promise<void> {
    const { work, onMeasured, onError } = this.#options;
    this.#round += 1;
    work.measure(intervalMs);
    onMeasured(work.report().total);
    try {
      await this.#balance();
    } catch (error) {
      onError('slot balancing failed', error);
    }
    if (!this.#isStopped) this.start();
  }

  async #balance(): Promise<void> {
    const { name, coordinator, work, peers, busyMin, onMoved } = this.#options;
    const names = activeNodes(coordinator.table);
    if (names.length < 2 || [...names].sort()[0] !== name) return;
    const replies = await peers.askAll(SLOT_WORK, null, ANSWER_TIMEOUT_MS);
    const answers = replies.filter(({ node, value }) => value !== null && names.includes(node.name));
    // One that is silent, or of a version that does not measure, may have anything.
    if (answers.length < names.length - 1) return;
    const others = answers.map(({ node, value }): NodeWork => ({ name: node.name, ...(value as WorkReport) }));
    const all = [{ name, ...work.report() }, ...others];
    for (const { slots } of all) for (const [slot] of slots) this.#busyIn.set(slot, this.#round);
    await this.#releaseQuiet();
    if (this.#round < this.#waitUntil) return;
    const moves = planMoves(all, (slot) => this.#mayMove(slot), busyMin);
    if (moves.length === 0) return;
    await this.#place(moves.map(({ slot, to }) => [slot, to]));
    for (const { slot } of moves) this.#movedIn.set(slot, this.#round);
    this.#waitUntil = this.#round + SETTLING_ROUNDS;
    onMoved(moves.length);
  }

  #mayMove(slot: number): boolean {
    if (this.#options.coordinator.table.placements.get(slot)?.by === 'operator') return false;
    const movedIn = this.#movedIn.get(slot);
    return movedIn === undefined || this.#round - movedIn >= STAYING_ROUNDS;
  }

  /** Placements of another time would keep new nodes from their share. */
  async #releaseQuiet(): Promise<void> {
    const quiet: [number, null][] = [];
    for (const [slot, { by }] of this.#options.coordinator.table.placements) {
      if (by === 'operator') continue;
      const busyIn = this.#busyIn.get(slot) ?? this.#round;
      this.#busyIn.set(slot, busyIn);
      if (this.#round - busyIn >= QUIET_ROUNDS) quiet.push([slot, null]);
    }
    const released = quiet.slice(0, RELEASED_MAX);
    if (released.length > 0) await this.#place(released);
    for (const [slot] of released) this.#busyIn.delete(slot);
  }

  #place(slots: readonly (readonly [slot: number, to: string | null])[]): Promise<void> {
    const { table, coordinator } = this.#options;
    return table.place(coordinator.token, 'balancer', slots);
  }
}
