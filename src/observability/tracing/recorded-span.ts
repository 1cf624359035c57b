/** Spans on the packages of OpenTelemetry. They have kinds, commands, codes and counts: no ids of people, no contents. */
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { CommandSpan, TraceSpan } from './tracing.js';

/** A mistake, or work that was not done. Other refusals are answers. */
const failures = new Set(['internal_error', 'unavailable', 'overloaded']);

export function placeOf(span: Span): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** Of a place that this service has written. */
export function spanContextOf(place: string): SpanContext {
  return {
    traceId: place.slice(3, 35),
    spanId: place.slice(36, 52),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
}

export const contextOf = (place: string): Context => trace.setSpanContext(ROOT_CONTEXT, spanContextOf(place));

export class RecordedSpan implements TraceSpan {
  readonly place: string;
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
    this.place = placeOf(span);
  }

  set(name: string, value: string | number): void {
    this.#span.setAttribute(name, value);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  end(refusal: string | null = null): void {
    markRefusal(this.#span, refusal);
    this.#span.end();
  }
}

function markRefusal(span: Span, refusal: string | null): void {
  if (refusal === null) return;
  span.setAttribute('error.type', refusal);
  if (failures.has(refusal)) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The parts of a command are known once it is answered, and are written then. */
export class RecordedCommand implements CommandSpan {
  readonly place: string;
  readonly #tracer: Tracer;
  readonly #span: Span;
  /** From the monotonic clock to the wall clock, for the life of the command. */
  readonly #offset = Date.now() - performance.now();
  readonly #arrivedAt = performance.now();
  #turnedAt = 0;
  #decidedAt = 0;
  #batch: SpanContext | null = null;

  constructor(tracer: Tracer, { kind, command, parent }: { kind: string; command: string; parent: string }) {
    this.#tracer = tracer;
    const attributes = { 'meydan.actor': kind, 'meydan.command': command };
    const startTime = this.#wall(this.#arrivedAt);
    this.#span = tracer.startSpan(`${kind} ${command}`, { startTime, attributes }, contextOf(parent));
    this.place = placeOf(this.#span);
  }

  turned(): void {
    this.#turnedAt = performance.now();
  }

  decided(): void {
    this.#decidedAt = performance.now();
  }

  /** The commit that it is part of. */
  joined(batch: SpanContext): void {
    this.#batch = batch;
  }

  settled(refusal: string | null): void {
    const now = performance.now();
    this.#part('wait', this.#arrivedAt, this.#turnedAt || now);
    if (this.#turnedAt > 0) this.#part('turn', this.#turnedAt, this.#decidedAt || now);
    if (this.#batch) this.#part('commit', this.#decidedAt, now, this.#batch);
    markRefusal(this.#span, refusal);
    this.#span.end(this.#wall(now));
  }

  #part(name: string, from: number, to: number, link?: SpanContext): void {
    const links = link ? { links: [{ context: link }] } : {};
    const startTime = this.#wall(from);
    this.#tracer
      .startSpan(name, { kind: SpanKind.INTERNAL, startTime, ...links }, contextOf(this.place))
      .end(this.#wall(to));
  }

  #wall(monotonic: number): number {
    return this.#offset + monotonic;
  }
}
