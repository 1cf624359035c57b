/**
 * The last so many values, as fingerprints of 64 bits in typed arrays: texts that are kept cost the collector more than all
 * other checks. By chance two different values have one fingerprint once in 10^19 pairs.
 */
const [FIRST_PRIME, SECOND_PRIME, SLOTS_MIN] = [0x9e3779b1, 0x85ebca77, 64];
/** A table is at most half full. */
const SLOTS_PER_VALUE = 2;

/** Holds up to `max` values, and grows with them. */
class Fingerprints {
  count = 0;
  #high = new Uint32Array(SLOTS_MIN);
  #low = new Uint32Array(SLOTS_MIN);

  has(high: number, low: number): boolean {
    return this.#low[this.#slotOf(high, low)] !== 0;
  }

  add(high: number, low: number): void {
    if ((this.count + 1) * SLOTS_PER_VALUE > this.#low.length) this.#grow();
    const slot = this.#slotOf(high, low);
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.count += 1;
  }

  /** The slot of this fingerprint, or the free one where it belongs. */
  #slotOf(high: number, low: number): number {
    const last = this.#low.length - 1;
    let slot = low & last;
    while (this.#low[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [high, low] = [this.#high, this.#low];
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(low.length * 2);
    this.count = 0;
    for (let at = 0; at < low.length; at += 1) if (low[at] !== 0) this.add(high[at] as number, low[at] as number);
  }
}

export class RecentSet {
  readonly #max: number;
  #newer = new Fingerprints();
  /** The values before those: at least `max` of the last ones are known. */
  #older = new Fingerprints();

  constructor(max: number) {
    this.#max = max;
  }

  /** False if the value is there already. */
  add(value: string): boolean {
    let [high, low] = [FIRST_PRIME, SECOND_PRIME];
    for (let at = 0; at < value.length; at += 1) {
      const unit = value.charCodeAt(at);
      high = Math.imul(high ^ unit, FIRST_PRIME);
      low = Math.imul(low ^ unit, SECOND_PRIME);
      high = (high << 13) | (high >>> 19);
      low = (low << 15) | (low >>> 17);
    }
    high = mixed(high ^ low);
    low = mixed(low ^ value.length) || 1;
    if (this.#newer.has(high, low) || this.#older.has(high, low)) return false;
    if (this.#newer.count >= this.#max) [this.#older, this.#newer] = [this.#newer, new Fingerprints()];
    this.#newer.add(high, low);
    return true;
  }
}

/** Each bit of the result depends on each bit given. */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), SECOND_PRIME);
  bits = Math.imul(bits ^ (bits >>> 13), FIRST_PRIME);
  return (bits ^ (bits >>> 16)) >>> 0;
}
