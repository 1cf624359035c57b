import { SLOTS, slotOf } from '#src/domain/slots.js';

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

/** Values by actor, found by its slot too: what belongs to a slot that moves is not looked for among everything. */
export class BySlot<Value> {
  readonly #slots = new Map<number, Map<string, Value>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: string): Value | undefined {
    return this.#slots.get(slotOf(id))?.get(id);
  }

  set(id: string, value: Value): void {
    const slot = slotOf(id);
    const values = this.#slots.get(slot) ?? new Map<string, Value>();
    this.#slots.set(slot, values);
    if (!values.has(id)) this.#size += 1;
    values.set(id, value);
  }

  delete(id: string): void {
    const slot = slotOf(id);
    const values = this.#slots.get(slot);
    if (!values?.delete(id)) return;
    this.#size -= 1;
    if (values.size === 0) this.#slots.delete(slot);
  }

  in(slot: number): ReadonlyMap<string, Value> {
    return this.#slots.get(slot) ?? nothing;
  }

  /** Returns the previous value. */
  deleteSlot(slot: number): ReadonlyMap<string, Value> {
    const values = this.in(slot);
    this.#slots.delete(slot);
    this.#size -= values.size;
    return values;
  }

  *values(): Iterable<Value> {
    for (let slot = 0; slot < SLOTS; slot += 1) yield* this.in(slot).values();
  }
}
