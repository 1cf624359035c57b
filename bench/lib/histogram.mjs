/** Latencies in buckets that are at most 1 % wide: constant memory however long a run is. */
const BUCKETS = 24 * 128 + 256;
const MICROS_MAX = 2 ** 31 - 1;

export class Histogram {
  #counts = new Uint32Array(BUCKETS);
  #total = 0;
  #sum = 0;
  #max = 0;

  get count() {
    return this.#total;
  }

  get mean() {
    return this.#total === 0 ? 0 : this.#sum / this.#total;
  }

  get max() {
    return this.#max;
  }

  record(value) {
    const scaled = Math.min(MICROS_MAX, Math.max(0, Math.round(value * 1_000)));
    const shift = Math.max(0, 24 - Math.clz32(scaled));
    this.#counts[shift * 128 + (scaled >> shift)] += 1;
    this.#total += 1;
    this.#sum += value;
    if (value > this.#max) this.#max = value;
  }

  /** The value that `share` (0 to 1) of all values do not exceed; 0 when there are none. */
  quantile(share) {
    const wanted = Math.ceil(this.#total * share);
    let seen = 0;
    for (let at = 0; at < BUCKETS && wanted > 0; at += 1) {
      seen += this.#counts[at];
      if (seen >= wanted) return edgeOf(at) / 1_000;
    }
    return 0;
  }

  /** The values for a report, rounded to their significant digits. */
  summary() {
    return { p50: short(this.quantile(0.5)), p99: short(this.quantile(0.99)), max: short(this.#max) };
  }
}

function edgeOf(bucket) {
  const shift = bucket < 256 ? 0 : Math.floor(bucket / 128) - 1;
  return (bucket - shift * 128) * 2 ** shift;
}

/** Three digits, because the measurements are too noisy for more. */
export const short = (value) => Number(value.toPrecision(3));
