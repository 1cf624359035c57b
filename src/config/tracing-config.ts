/** Traces: the variables of OpenTelemetry that are read, and the collector that they name. */
import joi from 'joi';
import type { Setting } from './setting.js';
import { isLoopback, webUrl } from './value-kinds.js';

export interface TracingConfig {
  /** Of the collector, without the path of the signal. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the traces that begin here, from 0 to 1. */
  readonly share: number;
  readonly serviceName: string;
}

export interface TracingGiven {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string>;
  OTEL_TRACES_SAMPLER_ARG?: number;
  OTEL_SERVICE_NAME?: string;
}

const HEADERS_MAX = 16;

/** `name=value,name=value`, with percent-encoded values. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]{1,64})\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new Error('not name=value');
    const decoded = decodeURIComponent(value);
    if (!/^[ -~]{1,2048}$/.test(decoded)) throw new Error('no value of a header');
    return [name, decoded] as const;
  });
  if (pairs.length > HEADERS_MAX) throw new Error('too many');
  return Object.fromEntries(pairs);
}

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: joi.string().max(2048).custom(webUrl),
    mustBe: 'the http or https address of a collector, without user, query or fragment',
    example: 'https://collector.example.org:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: joi.string().max(8192).custom(headersOf),
    mustBe: 'a comma list of name=value, with percent-encoded values',
    example: 'authorization=Bearer%20the-token',
    isSecret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: joi.number().min(0).max(1),
    mustBe: 'a share from 0 to 1',
    example: '0.1',
  },
  OTEL_SERVICE_NAME: {
    schema: joi.string().pattern(/^[A-Za-z0-9._-]{1,64}$/),
    mustBe: 'a name: up to 64 letters, digits and . _ -',
    example: 'meydan',
  },
} satisfies Record<string, Setting>;

export function buildTracing(given: TracingGiven): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = given;
  if (endpoint === undefined) return null;
  const { OTEL_TRACES_SAMPLER_ARG: share = 1, OTEL_SERVICE_NAME: serviceName = 'meydan' } = given;
  return { endpoint, headers, share, serviceName };
}

/** The headers hold the credentials of the collector. */
export function tracingConflict(given: TracingGiven, isProduction: boolean): string | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = given;
  const example = 'Example: OTEL_EXPORTER_OTLP_ENDPOINT=https://collector.example.org:4318';
  if (headers && !endpoint) return `OTEL_EXPORTER_OTLP_ENDPOINT is missing for OTEL_EXPORTER_OTLP_HEADERS. ${example}`;
  if (!headers || !endpoint || !isProduction) return null;
  const { protocol, hostname } = new URL(endpoint);
  if (protocol === 'https:' || isLoopback(hostname)) return null;
  return (
    `OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint} is refused in production beside OTEL_EXPORTER_OTLP_HEADERS: the credentials ` +
    `in the headers would travel unencrypted. Use https, or leave the headers away. ${example}`
  );
}
