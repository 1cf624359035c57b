/** Records traces and exports them with OTLP over HTTP. Imported only where a collector is set. */
import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import type { TracingConfig } from '#src/config/tracing-config.js';
import { contextOf, RecordedCommand, RecordedSpan, spanContextOf } from './recorded-span.js';
import { SpanQueue, type SpanQueueOptions } from './span-queue.js';
import { type BudgetEnv, TraceBudget } from './trace-budget.js';
import type { CommandSpan, TraceSpan, Tracing } from './tracing.js';

export interface TracingDeps extends Omit<SpanQueueOptions, 'exporter'> {
  env: BudgetEnv;
  /** Of this node, and of the service. */
  node: string;
  version: string;
  /** A trace was not recorded because there were too many. */
  onLimited(): void;
  /** Of one export, with its repetitions. A collector in trouble delays the exit of the process by it. */
  exportTimeoutMs?: number;
}

const EXPORTER_TIMEOUT_MS = 2_000;
const ATTRIBUTE_CHARACTERS_MAX = 128;
const ATTRIBUTES_MAX = 16;
/** Commands that the span of a commit links to. */
const LINKS_MAX = 64;
const SAMPLED = 1;

export function openTracing({ endpoint, headers, share, serviceName }: TracingConfig, deps: TracingDeps): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: deps.exportTimeoutMs ?? EXPORTER_TIMEOUT_MS,
    concurrencyLimit: 2,
  });
  const names = { 'service.name': serviceName, 'service.version': deps.version, 'service.instance.id': deps.node };
  const provider = new BasicTracerProvider({
    // What is recorded is decided where a trace begins.
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes(names),
    spanProcessors: [new SpanQueue({ ...deps, exporter })],
    generalLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS_MAX, attributeCountLimit: ATTRIBUTES_MAX },
    spanLimits: {
      attributeValueLengthLimit: ATTRIBUTE_CHARACTERS_MAX,
      attributeCountLimit: ATTRIBUTES_MAX,
      linkCountLimit: LINKS_MAX,
      eventCountLimit: 0,
    },
  });
  const budget = new TraceBudget(share, deps.env, deps.onLimited);
  return new OtelTracing(provider.getTracer('meydan', deps.version), budget, () => provider.shutdown());
}

class OtelTracing implements Tracing {
  readonly #tracer: Tracer;
  readonly #budget: TraceBudget;
  readonly close: () => Promise<void>;

  constructor(tracer: Tracer, budget: TraceBudget, close: () => Promise<void>) {
    this.#tracer = tracer;
    this.#budget = budget;
    this.close = close;
  }

  root(name: string, traceparent: string | undefined, link: string | null = null): TraceSpan | null {
    const parent = parentOf(traceparent);
    const isDeclined = parent !== null && (parent.traceFlags & SAMPLED) === 0;
    if (isDeclined || !this.#budget.take()) return null;
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
    const from = parentOf(link ?? undefined);
    const links: Link[] = from ? [{ context: { ...from, isRemote: true } }] : [];
    return new RecordedSpan(this.#tracer.startSpan(name, { kind: SpanKind.SERVER, links }, context));
  }

  arrived(kind: string, command: string, parent: string): CommandSpan {
    return new RecordedCommand(this.#tracer, { kind, command, parent });
  }

  batch(commands: readonly CommandSpan[], units: number): () => void {
    const links = commands.slice(0, LINKS_MAX).map(({ place }) => ({ context: spanContextOf(place) }));
    const attributes = { 'meydan.units': units };
    const span = this.#tracer.startSpan('commit batch', { links, attributes }, ROOT_CONTEXT);
    for (const command of commands) (command as RecordedCommand).joined(span.spanContext());
    return () => span.end();
  }

  hop(node: string, parent: string): TraceSpan {
    return this.#begin('hop', parent, { kind: SpanKind.CLIENT, attributes: { 'meydan.node': node } });
  }

  delivery(parent: string): TraceSpan {
    return this.#begin('deliver', parent, { kind: SpanKind.PRODUCER });
  }

  push(parent: string): TraceSpan {
    return this.#begin('push', parent, { kind: SpanKind.CLIENT });
  }

  #begin(name: string, parent: string, options: { kind: SpanKind; attributes?: Attributes }): TraceSpan {
    return new RecordedSpan(this.#tracer.startSpan(name, options, contextOf(parent)));
  }
}

/** A text that is no `traceparent` is ignored. */
function parentOf(traceparent: string | undefined): SpanContext | null {
  return traceparent === undefined || traceparent === '' ? null : parseTraceParent(traceparent);
}
