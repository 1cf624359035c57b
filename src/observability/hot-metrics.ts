/**
 * Metrics of the path of a message. The metrics library makes a key of the labels and several objects for each number;
 * these metrics add to numbers, and take the library's form at a scrape.
 */
import { Counter, type MetricValueWithName, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** One combination of labels of a counter. */
export interface HotCount {
  add(by?: number): void;
}

/** A counter. The caller keeps the result for each combination of labels. */
export function hotCounter(registry: Registry, name: string, help: string, labelNames: readonly string[] = []) {
  const pending: { labels: Labels; by: number }[] = [];
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      for (const one of pending) {
        if (one.by > 0) this.inc(one.labels, one.by);
        one.by = 0;
      }
    },
  });
  return (labels: Labels = {}): HotCount => {
    const one = { labels, by: 0 };
    pending.push(one);
    return {
      add: (by = 1) => {
        one.by += by;
      },
    };
  };
}

/** One combination of labels of a histogram. */
export class HotObservations {
  readonly labels: Labels;
  readonly bounds: readonly number[];
  /** One for each bound, and one for larger values. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels;
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > (this.bounds[at] as number)) at += 1;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.sum += value;
  }
}

/** A metric in the library's form. */
interface Collected {
  name: string;
  help: string;
  type: string;
  aggregator: string;
  values: MetricValueWithName<string>[];
}

/** A histogram for the library's registry. */
export class HotHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly labelNames: readonly string[];
  readonly #bounds: readonly number[];
  readonly #all: HotObservations[] = [];

  constructor(registry: Registry, name: string, help: string, bounds: readonly number[], labelNames: string[] = []) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#bounds = bounds;
    registry.registerMetric(this as never);
  }

  /** The caller keeps the result for each combination of labels. */
  labels(labels: Labels = {}): HotObservations {
    const observations = new HotObservations(labels, this.#bounds);
    this.#all.push(observations);
    return observations;
  }

  async get(): Promise<Collected> {
    const { name, help, type } = this;
    const values = this.#all.flatMap((observations) => this.#valuesOf(observations));
    return { name, help, type, aggregator: 'sum', values };
  }

  #valuesOf({ labels, counts, sum }: HotObservations): MetricValueWithName<string>[] {
    let count = 0;
    const buckets = [...this.#bounds, '+Inf'].map((le, at) => {
      count += counts[at] as number;
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: count };
    });
    const total = (metricName: string, value: number) => ({ metricName, labels: { ...labels }, value });
    return [...buckets, total(`${this.name}_sum`, sum), total(`${this.name}_count`, count)];
  }
}
