/**
 * Spans that wait for the collector. One that is slow, silent or gone costs spans, which are counted, and nothing else:
 * the queue is bounded, and one export is under way at a time.
 */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';

export interface SpanQueueOptions {
  exporter: SpanExporter;
  onOutcome(outcome: 'exported' | 'dropped', spans: number): void;
  onError(error: unknown): void;
  /** How long the end of the process waits for what is left. */
  closeTimeoutMs?: number;
}

/** Half a kilobyte each. */
export const SPANS_WAITING_MAX = 4_096;
/** Encoded in one go: some milliseconds. */
export const SPANS_IN_EXPORT_MAX = 256;
const EXPORT_INTERVAL_MS = 1_000;
/** Longer than the exporter's own. */
const EXPORT_TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

export class SpanQueue implements SpanProcessor {
  readonly #options: SpanQueueOptions;
  #waiting: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | null = null;
  #exporting: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: SpanQueueOptions) {
    this.#options = options;
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#isClosed || this.#waiting.length >= SPANS_WAITING_MAX) return this.#options.onOutcome('dropped', 1);
    this.#waiting.push(span);
    const isFull = this.#waiting.length >= SPANS_IN_EXPORT_MAX;
    if (this.#timer === null && this.#exporting === null) this.#exportIn(isFull ? 0 : EXPORT_INTERVAL_MS);
  }

  async forceFlush(): Promise<void> {
    await this.#exporting;
    while (this.#waiting.length > 0) await this.#exportNext();
  }

  /** What is not exported by then is dropped. */
  async shutdown(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.race([this.forceFlush(), pause(this.#options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS)]);
    if (this.#waiting.length > 0) this.#options.onOutcome('dropped', this.#waiting.splice(0).length);
    void this.#options.exporter.shutdown().catch(() => undefined);
  }

  #exportIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#exporting = this.#exportNext().then((isExported) => {
        this.#exporting = null;
        if (this.#isClosed || this.#waiting.length === 0) return;
        const isFull = this.#waiting.length >= SPANS_IN_EXPORT_MAX;
        this.#exportIn(!isExported ? RETRY_DELAY_MS : isFull ? 0 : EXPORT_INTERVAL_MS);
      });
    }, ms).unref();
  }

  /** False if the collector has not taken them: they are gone. */
  async #exportNext(): Promise<boolean> {
    const spans = this.#waiting.splice(0, SPANS_IN_EXPORT_MAX);
    const failure = await this.#send(spans);
    this.#options.onOutcome(failure === null ? 'exported' : 'dropped', spans.length);
    if (failure !== null) this.#options.onError(failure);
    return failure === null;
  }

  #send(spans: ReadableSpan[]): Promise<unknown> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(new Error('the collector has not answered')), EXPORT_TIMEOUT_MS).unref();
      const onResult = ({ code, error }: ExportResult) => {
        clearTimeout(timer);
        resolve(code === ExportResultCode.SUCCESS ? null : (error ?? new Error('the collector has refused')));
      };
      this.#options.exporter.export(spans, onResult);
    });
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
