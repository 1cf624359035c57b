/** The metrics of traces, in the names of docs/reference/metrics.md. */
import type { Registry } from 'prom-client';
import { hotCounter } from './hot-metrics.js';

export interface TraceMetrics {
  /** Spans that the collector has taken, or that are lost. */
  spans(outcome: 'exported' | 'dropped', count: number): void;
  /** A trace was not recorded, because the node records no more of them in a second. */
  limited(): void;
}

export function traceMetrics(registry: Registry): TraceMetrics {
  const help = 'Spans of traces, by outcome: exported to the collector, or dropped because it was slow or away.';
  const spans = hotCounter(registry, 'meydan_trace_spans_total', help, ['outcome']);
  const [exported, dropped] = [spans({ outcome: 'exported' }), spans({ outcome: 'dropped' })];
  const limitedHelp = 'Traces that were not recorded because the node had recorded a hundred in that second.';
  const limited = hotCounter(registry, 'meydan_traces_limited_total', limitedHelp)();
  return {
    spans: (outcome, count) => (outcome === 'exported' ? exported : dropped).add(count),
    limited: () => limited.add(),
  };
}
