/** The position in the log of one room. The events of an entry arrive separately, and a connection or a program may end between them. */
import type { RoomChange, Row } from '../wire.js';

const ROW = 'message:new';

export class Position {
  #seq: number;
  /** The events of the entry `#seq` that were emitted, by name; empty if all were. */
  readonly #told: Set<string>;

  constructor(seq: number, told: readonly string[]) {
    this.#seq = seq;
    this.#told = new Set(told);
  }

  get seq(): number {
    return this.#seq;
  }

  /** Undefined if all events of the entry were emitted. */
  get told(): string[] | undefined {
    return this.#told.size > 0 ? [...this.#told] : undefined;
  }

  /** After this entry a request begins: one of which events may be missing is requested again. */
  get after(): number {
    return this.#told.size > 0 ? this.#seq - 1 : this.#seq;
  }

  /** No row after it was emitted. */
  get newestRow(): number {
    return [...this.#told].every((name) => !name.startsWith(`${ROW} `)) ? this.after : this.#seq;
  }

  /** Whether it is neither of an earlier entry nor emitted already. */
  isNew(change: RoomChange): boolean {
    if (change.seq !== this.#seq) return change.seq > this.#seq;
    return this.#told.size > 0 && !this.#told.has(nameOf(change));
  }

  advance(change: RoomChange): void {
    if (change.seq > this.#seq) this.moveTo(change.seq);
    this.#told.add(nameOf(change));
  }

  /** All events up to the entry were emitted. */
  moveTo(seq: number): void {
    this.#seq = seq;
    this.#told.clear();
  }
}

/** As it would have arrived. */
export function eventOf(row: Row): RoomChange {
  return { type: ROW, seq: row.seq, message: row } as RoomChange;
}

/** Identifies an event within its entry. */
function nameOf(change: RoomChange): string {
  const { type, message_id, account_id, message, member } = change as Partial<Record<string, unknown>> & {
    message?: Row;
    member?: { account_id: string };
  };
  return [type, message_id ?? message?.id, account_id ?? member?.account_id].join(' ');
}
