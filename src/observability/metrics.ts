/**
 * The metrics of the service. Other parts get small objects of functions, so that only the metrics files import the
 * metrics library. They hold every name and help text.
 */
import type { IntervalHistogram } from 'node:perf_hooks';
import { cpuUsage, memoryUsage } from 'node:process';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../errors.js';
import { type Activities, createActivities } from './activities.js';
import { type ClusterMetrics, clusterMetrics } from './cluster-metrics.js';
import { eventLoopDelay, openEventLoopProbe } from './event-loop-delay.js';
import { type AdmissionMetrics, admissionMetrics, type GatewayMetrics, gatewayMetrics } from './gateway-metrics.js';
import { hotCounter } from './hot-metrics.js';
import { type JobMetrics, jobMetrics } from './job-metrics.js';
import { counter, histogram, secondsFast } from './metrics-kinds.js';
import { type RuntimeMetrics, runtimeMetrics } from './runtime-metrics.js';
import { type TraceMetrics, traceMetrics } from './trace-metrics.js';

export type { GatewayMetrics } from './gateway-metrics.js';
export type { ClusterMetrics };

export interface HttpMetrics {
  /** `route` is the pattern, never the path, because paths contain names. */
  answered(method: string, route: string, status: number, ms: number): void;
  unlogged(): void;
}

export interface MetricNumber {
  /** For histograms: the part of the metric. */
  metricName?: string;
  labels: Partial<Record<string, string | number>>;
  value: number;
}

export interface MetricDefinition {
  name: string;
  type: string;
  labels: readonly string[];
  help: string;
}

export interface Metrics {
  readonly cluster: ClusterMetrics;
  readonly runtime: RuntimeMetrics;
  readonly http: HttpMetrics;
  readonly gateway: GatewayMetrics;
  readonly admission: AdmissionMetrics;
  readonly jobs: JobMetrics;
  readonly traces: TraceMetrics;
  refused(entryPoint: 'http' | 'socket', code: ErrorCode): void;
  /** The result of a push to one device. */
  pushed(result: string): void;
  /** The result of an attempt to deliver an event to a webhook. */
  webhookDelivered(result: string): void;
  /** The result of a mail. */
  mailed(result: string): void;
  /** A search of messages came to its end, to its deadline, or was abandoned by its client. */
  searched(outcome: string): void;
  /** The main thread was blocked for this long and continued. */
  stalled(seconds: number): void;
  /** The activity that the process began last, for the report of a stall. */
  readonly activities: Activities;
  /** The version of the service and the source revision of its build. */
  built(version: string, revision: string): void;
  /** The text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
  /** The values of one metric, for the operators' console, which therefore counts nothing itself. */
  numbers(name: string): Promise<readonly MetricNumber[]>;
  /** Every metric of this service, for docs/reference/metrics.md, without those of the process and of Node. */
  definitions(): readonly MetricDefinition[];
  close(): void;
}

const WEBHOOKS_HELP = 'Attempts to deliver an event to a webhook, by result: sent, retry or disabled.';
const SEARCHES_HELP = 'Searches of messages, by outcome: whole, deadline, or abandoned by the client.';

export function createMetrics(): Metrics {
  const registry = new Registry();
  const loop = openEventLoopProbe();
  const activities = createActivities();
  countProcess(registry, loop);
  const refusals = new Counter({
    name: 'meydan_refusals_total',
    help: 'Refused requests, by entry point (http or socket) and error code.',
    labelNames: ['door', 'code'] as const,
    registers: [registry],
  });
  // Under overload nothing is as frequent as a refusal.
  const known = { http: new Map<ErrorCode, Counter.Internal>(), socket: new Map<ErrorCode, Counter.Internal>() };
  const refusalsOf = (door: keyof typeof known, code: ErrorCode) => {
    let ofCode = known[door].get(code);
    if (!ofCode) known[door].set(code, (ofCode = refusals.labels({ door, code })));
    return ofCode;
  };
  const pushes = counter(registry, 'meydan_pushes_total', 'Push notifications to devices, by result.', 'result');
  const webhooks = counter(registry, 'meydan_webhook_deliveries_total', WEBHOOKS_HELP, 'result');
  const mails = counter(registry, 'meydan_mails_total', 'Attempts to send a mail, by result.', 'result');
  const searches = counter(registry, 'meydan_searches_total', SEARCHES_HELP, 'outcome');
  const build = new Gauge({
    name: 'meydan_build_info',
    help: '1; its labels are the version of the service and the source revision of its build.',
    labelNames: ['version', 'revision'] as const,
    registers: [registry],
  });
  const stallsHelp = 'Duration of stalls of the main thread, from one second on.';
  const stalls = histogram(registry, 'meydan_stall_seconds', stallsHelp, [1, 2, 5, 10, 20, 30, 60]);
  return {
    activities,
    runtime: runtimeMetrics(registry, activities),
    cluster: clusterMetrics(registry),
    http: httpMetrics(registry),
    gateway: gatewayMetrics(registry, activities),
    admission: admissionMetrics(registry),
    jobs: jobMetrics(registry),
    traces: traceMetrics(registry),
    refused: (entryPoint, code) => refusalsOf(entryPoint, code).inc(),
    pushed: (result) => pushes.inc({ result }),
    webhookDelivered: (result) => webhooks.inc({ result }),
    mailed: (result) => mails.inc({ result }),
    searched: (outcome) => searches.inc({ outcome }),
    stalled: (seconds) => stalls.observe(seconds),
    built: (version, revision) => build.set({ version, revision }, 1),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    numbers: async (name) => (await registry.getSingleMetric(name)?.get())?.values ?? [],
    definitions: () => definitionsOf(registry),
    close: () => loop.disable(),
  };
}

function definitionsOf(registry: Registry): MetricDefinition[] {
  // The list contains the metrics with their label names, which the library's declared type leaves out.
  const metrics = registry.getMetricsAsArray() as unknown as {
    name: string;
    type: string;
    help: string;
    labelNames?: string[];
  }[];
  return metrics
    .filter(({ name }) => name.startsWith('meydan_'))
    .map(({ name, type, help, labelNames = [] }) => ({ name, type, help, labels: [...labelNames] }));
}

function httpMetrics(registry: Registry): HttpMetrics {
  const requests = new Histogram({
    name: 'meydan_http_request_seconds',
    help: 'Duration of HTTP requests, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: secondsFast,
    registers: [registry],
  });
  const unloggedHelp = 'Successful requests without a line in the log: the others stand for them (LOG_REQUEST_SHARE).';
  const unlogged = hotCounter(registry, 'meydan_requests_unlogged_total', unloggedHelp)();
  return {
    unlogged: () => unlogged.add(),
    answered: (method, route, status, ms) => requests.observe({ method, route, status: String(status) }, ms / 1_000),
  };
}

/**
 * The process under the standard names (`process_*`, `nodejs_*`), and the delay of the loop since the last scrape.
 * `meydan_memory_bytes` and `meydan_cpu_seconds_total` repeat two of them for one release.
 */
function countProcess(registry: Registry, loop: IntervalHistogram): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const delay = new Gauge({
    name: 'meydan_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape, by quantile.',
    labelNames: ['quantile'] as const,
    registers,
    collect() {
      for (const quantile of [50, 99])
        delay.set({ quantile: quantile / 100 }, eventLoopDelay(loop.percentile(quantile)));
      delay.set({ quantile: 1 }, eventLoopDelay(loop.max));
      loop.reset();
    },
  });
  const memory = new Gauge({
    name: 'meydan_memory_bytes',
    help: 'Deprecated: see process_resident_memory_bytes. Memory of the process, by kind.',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      for (const [kind, size] of Object.entries(memoryUsage())) memory.set({ kind }, size);
    },
  });
  const cpu = new Counter({
    name: 'meydan_cpu_seconds_total',
    help: 'Deprecated: see process_cpu_seconds_total. CPU time of the process.',
    registers,
    collect() {
      const { user, system } = cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
    },
  });
}
