/** The present values of this node's metrics. The page shows these values, so that nothing is counted twice. */

import type { Count } from '#src/domain/live/sample.js';
import { type ErrorCode, statusOf } from '#src/errors.js';
import { MESSAGE } from '#src/observability/hot-actors.js';
import type { MetricNumber, Metrics } from '#src/observability/metrics.js';

export interface MetricsSnapshot {
  /** Since the start of the process. */
  counts: Record<Exclude<Count, 'slots_gained'>, number>;
  codes: Map<string, number>;
  ack: number[];
  commit: number[];
  cpuS: number;
  connections: number;
  /** Actors in memory, by kind. */
  actors: Map<string, number>;
  waiting: number;
  memoryBytes: number;
  heapBytes: number;
}

type Numbers = readonly MetricNumber[];

export async function readMetrics({ numbers }: Pick<Metrics, 'numbers'>): Promise<MetricsSnapshot> {
  const of = (name: string) => numbers(`meydan_${name}`);
  const [committed, deliveries, units, operations, requests, refusals] = await Promise.all(
    [
      'commands_committed_total',
      'deliveries_total',
      'commit_batch_units',
      'operation_seconds',
      'http_request_seconds',
      'refusals_total',
    ].map(of),
  );
  const [loads, evictions, link, pushes, mails] = await Promise.all(
    ['actor_loads_total', 'actor_evictions_total', 'link_messages_total', 'pushes_total', 'mails_total'].map(of),
  );
  const [commits, cpu, sockets, depth, memory] = await Promise.all(
    ['commit_seconds', 'cpu_seconds_total', 'sockets_open', 'mailbox_depth', 'memory_bytes'].map(of),
  );
  const codes = byLabel(refusals, 'code');
  return {
    counts: {
      messages: sum(committed, ({ labels }) => labels.kind === 'room' && labels.command === MESSAGE),
      deliveries: sum(deliveries),
      commits: sum(units, ends('_sum')),
      operations: sum(operations, ends('_count')),
      rest: sum(requests, (each) => ends('_count')(each) && startsRoute(each, '/api')),
      v1: sum(requests, (each) => ends('_count')(each) && startsRoute(each, '/v1')),
      ...refusedBy(codes),
      loads: sum(loads),
      evictions: sum(evictions),
      link_messages: sum(link),
      pushes_sent: sum(pushes, ({ labels }) => labels.result === 'sent'),
      mails_sent: sum(mails, ({ labels }) => labels.result === 'sent'),
    },
    codes,
    ack: spreadOf(operations, ({ labels }) => labels.op === 'message:new'),
    commit: spreadOf(commits, () => true),
    cpuS: sum(cpu),
    connections: sum(sockets),
    actors: lessOf(byLabel(loads, 'kind'), byLabel(evictions, 'kind')),
    waiting: sum(depth),
    memoryBytes: sum(memory, ({ labels }) => labels.kind === 'rss'),
    heapBytes: sum(memory, ({ labels }) => labels.kind === 'heapUsed'),
  };
}

const ends =
  (ending: string) =>
  ({ metricName }: MetricNumber): boolean =>
    metricName?.endsWith(ending) === true;

const startsRoute = ({ labels: { route } }: MetricNumber, start: string): boolean =>
  typeof route === 'string' && (route === start || route.startsWith(`${start}/`));

function sum(numbers: Numbers = [], which: (each: MetricNumber) => boolean = () => true): number {
  let total = 0;
  for (const each of numbers) if (which(each)) total += each.value;
  return total;
}

function byLabel(numbers: Numbers = [], label: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { labels, value } of numbers) {
    const name = String(labels[label]);
    found.set(name, (found.get(name) ?? 0) + value);
  }
  return found;
}

/** Refusals in three groups: exceeded limits, internal failures, and all other refusals. */
function refusedBy(codes: Map<string, number>) {
  const refusals = { refused: 0, limited: 0, failed: 0 };
  for (const [code, count] of codes) {
    const status = statusOf(code as ErrorCode);
    refusals[status >= 500 ? 'failed' : status === 429 ? 'limited' : 'refused'] += count;
  }
  return refusals;
}

/** The count of each bucket alone; the metrics hold cumulative counts. */
function spreadOf(numbers: Numbers = [], which: (each: MetricNumber) => boolean): number[] {
  const buckets = numbers.filter((each) => ends('_bucket')(each) && which(each));
  const upTo = buckets.map(({ value }) => value);
  return upTo.map((value, n) => value - (n === 0 ? 0 : (upTo[n - 1] ?? 0)));
}

const lessOf = (come: Map<string, number>, gone: Map<string, number>): Map<string, number> =>
  new Map([...come].map(([kind, count]) => [kind, count - (gone.get(kind) ?? 0)]));
