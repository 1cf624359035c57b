/** Claims slots of lives that are over, and hands over slots that fall to other nodes. */
import type { LeaseTable } from '#src/cluster/lease-table.js';
import { DeadLives, type DeadLivesOptions } from './dead-lives.js';
import type { HeldSlots } from './held-slots.js';
import type { KnownTable } from './known-table.js';
import { HANDOFF_SLOTS_MAX, handoffsOf, unownedSlotsFor } from './slot-assignment.js';
import type { TableClock } from './table-clock.js';

export interface SlotExchangeOptions extends DeadLivesOptions {
  name: string;
  table: LeaseTable;
  slots: HeldSlots;
  known: KnownTable;
  clock: TableClock;
  token: () => string;
  /** Learns the changes. */
  beat: () => Promise<void>;
}

export class SlotExchange {
  readonly #options: SlotExchangeOptions;
  readonly #deadLives: DeadLives;

  constructor(options: SlotExchangeOptions) {
    this.#options = options;
    this.#deadLives = new DeadLives(options);
  }

  /** Which lives are over is judged by one table: in another generation others may go on. */
  async claim(): Promise<void> {
    const { name, table, known, clock, token, beat } = this.#options;
    if (clock.isQuiet) return;
    const { generation } = known;
    const wanted = unownedSlotsFor(name, known.table);
    if (wanted.length === 0) return;
    const { slots, over } = await this.#deadLives.claimable(wanted, known.table);
    if (slots.length === 0) return;
    await table.claim(token(), slots, { over, generation });
    await this.#deadLives.forget(over);
    await beat();
  }

  /** Whether each life that may answer for anything is in the table. */
  async isTableWhole(): Promise<boolean> {
    const { clock, known } = this.#options;
    return !clock.isQuiet && (await this.#deadLives.areAllOver(known.table)) && !clock.isQuiet;
  }

  /** One round of handing over slots to other nodes; a leaving node hands over all. False when there was none. */
  async handOffRound(): Promise<boolean> {
    const { name, table, slots: held, known, token, beat } = this.#options;
    const rounds = handoffsOf(held.all(), name, known.table, HANDOFF_SLOTS_MAX);
    for (const { to, slots } of rounds) {
      await held.handOff(slots, () => table.give(token(), to.token, slots));
    }
    if (rounds.length > 0) await beat();
    return rounds.length > 0;
  }
}
