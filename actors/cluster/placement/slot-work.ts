/** The work of each slot on its owner: a command that was decided counts one, and an item that was sent to another node. */
import { SLOTS, slotOf } from '#src/domain/slots.js';

/** Of the work of earlier windows so much counts on. */
const REMEMBERED_SHARE = 0.5;
/** A slot with less is not named in a report. */
const NAMED_MIN = 1;
export const NAMED_MAX = 64;

export interface WorkReport {
  /** Of all slots together, a second. */
  total: number;
  /** The busiest slots, each with its work a second. */
  slots: [slot: number, work: number][];
}

export class SlotWork {
  readonly #counts = new Float64Array(SLOTS);
  readonly #rates = new Float64Array(SLOTS);

  readonly count = (id: string, amount = 1): void => {
    const slot = slotOf(id);
    this.#counts[slot] = (this.#counts[slot] as number) + amount;
  };

  /** A window ends: from its counts and the windows before, what a second of each slot costs. */
  measure(windowMs: number): void {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const rate = ((this.#counts[slot] as number) * 1_000) / windowMs;
      const before = this.#rates[slot] as number;
      this.#rates[slot] = before * REMEMBERED_SHARE + rate * (1 - REMEMBERED_SHARE);
    }
    this.#counts.fill(0);
  }

  report(): WorkReport {
    const slots: [number, number][] = [];
    let total = 0;
    for (const [slot, work] of this.#rates.entries()) {
      total += work;
      if (work >= NAMED_MIN) slots.push([slot, work]);
    }
    return { total, slots: slots.sort((a, b) => b[1] - a[1]).slice(0, NAMED_MAX) };
  }
}
