/** As much of PromQL as the alarms need, over series that are written as in a test file of promtool. */

export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** One series: a value or null for each interval. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  values: (number | null)[];
}

export interface Moment {
  series: Series[];
  intervalS: number;
  atS: number;
}

type Value = number | Sample[];
type Node = (moment: Moment) => Value;

const STALE_S = 300;
const TOKEN = /\s*([A-Za-z_:][\w:]*|\d+(?:\.\d+)?(?:e[+-]?\d+)?|"[^"]*"|==|!=|<=|>=|=~|[-+*/(){}[\],<>=])/y;

/** `name{a="b"}` and `0 1+2x3 _x2 stale`, as promtool reads them. */
export function readSeries(selector: string, values: string): Series {
  const [, name = '', inner = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const pairs = [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]);
  return { name, labels: Object.fromEntries(pairs), values: values.trim().split(/\s+/).flatMap(valuesOf) };
}

function valuesOf(word: string): (number | null)[] {
  if (word === 'stale') return [null];
  const [, gap] = /^_(?:x(\d+))?$/.exec(word) ?? [];
  if (word.startsWith('_')) return Array<null>(Number(gap ?? 1)).fill(null);
  const [, first = '', step = '0', more = '0'] = /^(-?[\d.]+)([+-][\d.]+)?(?:x(\d+))?$/.exec(word) ?? [];
  return Array.from({ length: Number(more) + 1 }, (_, at) => Number(first) + at * Number(step));
}

/** The samples of an expression; a number has no labels. */
export function evaluate(expression: string, moment: Moment): Sample[] {
  const value = parse(expression)(moment);
  return typeof value === 'number' ? [{ labels: {}, value }] : value;
}

function parse(expression: string): Node {
  const words = [...expression.matchAll(new RegExp(TOKEN.source, 'g'))].map(([, word = '']) => word);
  const left = new Words(words);
  const node = comparison(left);
  if (left.next !== undefined) throw new Error(`${expression}: ${left.next} is not understood`);
  return node;
}

class Words {
  readonly #words: string[];
  #at = 0;
  constructor(words: string[]) {
    this.#words = words;
  }
  get next(): string | undefined {
    return this.#words[this.#at];
  }
  take(wanted?: string): string {
    const word = this.#words[this.#at];
    if (word === undefined || (wanted !== undefined && word !== wanted))
      throw new Error(`${wanted} in place of ${word}`);
    this.#at += 1;
    return word;
  }
}

const compare: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};
const calculate: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

function comparison(words: Words): Node {
  const left = sum(words);
  const holds = compare[words.next ?? ''];
  if (!holds) return left;
  words.take();
  const right = sum(words);
  // A comparison keeps the samples of its left side for which it holds.
  return binary(left, right, (a, b) => (holds(a, b) ? a : null));
}

const sum = (words: Words): Node => chain(words, ['+', '-'], (inner) => chain(inner, ['*', '/'], operand));

function chain(words: Words, operators: string[], part: (words: Words) => Node): Node {
  let node = part(words);
  while (operators.includes(words.next ?? '')) {
    const operation = calculate[words.take()] as (a: number, b: number) => number;
    node = binary(node, part(words), operation);
  }
  return node;
}

function binary(left: Node, right: Node, join: (a: number, b: number) => number | null): Node {
  return (moment) => {
    const [a, b] = [left(moment), right(moment)];
    if (typeof a === 'number' && typeof b === 'number') return join(a, b) ?? [];
    const samples = (typeof a === 'number' ? b : a) as Sample[];
    return samples.flatMap((sample) => {
      const one = typeof a === 'number' ? a : sample.value;
      const other = typeof b === 'number' ? b : typeof a === 'number' ? sample.value : matching(b, sample)?.value;
      const value = other === undefined ? null : join(one, other);
      return value === null ? [] : [{ labels: sample.labels, value }];
    });
  };
}

const keyOf = (labels: Record<string, string>): string => JSON.stringify(Object.entries(labels).sort());
const matching = (samples: Sample[], { labels }: Sample) => samples.find((one) => keyOf(one.labels) === keyOf(labels));

function operand(words: Words): Node {
  const word = words.take();
  if (word === '(') {
    const inner = comparison(words);
    words.take(')');
    return inner;
  }
  if (/^\d/.test(word)) return () => Number(word);
  if (word in aggregations) return aggregation(word, words);
  if (words.next === '(') return call(word, words);
  const select = selector(word, words);
  return (moment) => select(moment).flatMap(({ labels, points }) => latest(labels, points, moment.atS));
}

const latest = (labels: Record<string, string>, points: Point[], atS: number): Sample[] => {
  const last = points.at(-1);
  return last && last.value !== null && atS - last.atS < STALE_S ? [{ labels, value: last.value }] : [];
};

interface Point {
  atS: number;
  value: number | null;
}

function labelsWanted(words: Words): [string, string][] {
  const wanted: [string, string][] = [];
  for (let word = words.take(); word !== '}'; ) {
    const label = words.take();
    words.take('=');
    wanted.push([label, words.take().slice(1, -1)]);
    word = words.take();
  }
  return wanted;
}

/** The points of each series up to now. A null that is written down is no sample; the series ends there. */
function selector(name: string, words: Words) {
  const wanted = words.next === '{' ? labelsWanted(words) : [];
  return ({ series, intervalS, atS }: Moment) =>
    series
      .filter((one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value))
      .map(({ labels, values }) => ({
        labels,
        points: values.map((value, at) => ({ atS: at * intervalS, value })).filter((point) => point.atS <= atS),
      }));
}

function grouped(samples: Sample[], labelsOf: (labels: Sample['labels']) => Sample['labels']): Sample[][] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = keyOf(labelsOf(sample.labels));
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()];
}

const aggregations: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  avg: (values) => values.reduce((a, b) => a + b, 0) / values.length,
  count: (values) => values.length,
};

function aggregation(name: string, words: Words): Node {
  const by = words.next === 'by' ? labelsIn(words) : [];
  words.take('(');
  const inner = comparison(words);
  words.take(')');
  return (moment) => {
    return grouped(inner(moment) as Sample[], (labels) => pick(labels, by)).map((samples) => ({
      labels: pick((samples[0] as Sample).labels, by),
      value: (aggregations[name] as (values: number[]) => number)(samples.map(({ value }) => value)),
    }));
  };
}

const pick = (labels: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in labels ? [[name, labels[name] as string]] : [])));

function labelsIn(words: Words): string[] {
  const names: string[] = [];
  words.take('by');
  words.take('(');
  while (words.next !== ')') {
    const word = words.take();
    if (word !== ',') names.push(word);
  }
  words.take();
  return names;
}

function call(name: string, words: Words): Node {
  words.take('(');
  if (name === 'time') {
    words.take(')');
    return ({ atS }) => atS;
  }
  if (name === 'rate' || name === 'increase') return overRange(name, words);
  if (name === 'absent') return absent(words);
  if (name !== 'histogram_quantile') throw new Error(`the function ${name} is not known here`);
  const share = Number(words.take());
  words.take(',');
  const inner = comparison(words);
  words.take(')');
  return (moment) => quantiles(share, inner(moment) as Sample[]);
}

/** Without labels, as of an expression; only of a single selector Prometheus keeps those that it names. */
function absent(words: Words): Node {
  const inner = comparison(words);
  words.take(')');
  return (moment) => ((inner(moment) as Sample[]).length > 0 ? [] : [{ labels: {}, value: 1 }]);
}

const units: Record<string, number> = { s: 1, m: 60, h: 3_600 };

function overRange(name: 'rate' | 'increase', words: Words): Node {
  const select = selector(words.take(), words);
  words.take('[');
  const span = Number(words.take()) * (units[words.take()] ?? Number.NaN);
  words.take(']');
  words.take(')');
  return (moment) =>
    select(moment).flatMap(({ labels, points }) => {
      const increase = increaseOf(points, moment.atS, span);
      return increase === null ? [] : [{ labels, value: name === 'rate' ? increase / span : increase }];
    });
}

/** Extrapolated to the borders of the span as Prometheus does it: at most half an interval, and never below zero. */
function increaseOf(points: Point[], atS: number, span: number): number | null {
  const inside = points.filter((point) => point.value !== null && point.atS > atS - span) as {
    atS: number;
    value: number;
  }[];
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last || inside.length < 2) return null;
  const resets = inside
    .slice(1)
    .map(({ value }, at) => (value < (inside[at]?.value ?? 0) ? (inside[at]?.value ?? 0) : 0));
  const increase = last.value - first.value + resets.reduce((a, b) => a + b, 0);
  const sampled = last.atS - first.atS;
  const between = sampled / (inside.length - 1);
  const reach = (gap: number) => (gap < between * 1.1 ? gap : between / 2);
  const toZero = increase > 0 && first.value >= 0 ? sampled * (first.value / increase) : Number.POSITIVE_INFINITY;
  const before = Math.min(reach(first.atS - (atS - span)), toZero);
  return (increase * (sampled + before + reach(atS - last.atS))) / sampled;
}

function quantiles(share: number, samples: Sample[]): Sample[] {
  const without = ({ le: _, ...labels }: Record<string, string>) => labels;
  return grouped(samples, without).map((buckets) => ({
    labels: without((buckets[0] as Sample).labels),
    value: quantileOf(
      share,
      buckets.map(({ labels, value }) => ({ to: Number(labels.le?.replace('+Inf', 'Infinity')), value })),
    ),
  }));
}

function quantileOf(share: number, given: { to: number; value: number }[]): number {
  const buckets = given.toSorted((a, b) => a.to - b.to);
  const rank = share * (buckets.at(-1)?.value ?? 0);
  const at = buckets.findIndex(({ value }) => value >= rank);
  const bucket = buckets[at];
  const before = buckets[at - 1] ?? { to: 0, value: 0 };
  if (!bucket) return Number.NaN;
  if (bucket.to === Number.POSITIVE_INFINITY) return before.to;
  return before.to + ((bucket.to - before.to) * (rank - before.value)) / (bucket.value - before.value);
}
