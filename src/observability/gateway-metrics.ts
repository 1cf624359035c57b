/** Metrics of sockets, and of work that waits for its turn. */
import { Gauge, type Registry } from 'prom-client';
import type { Activities } from './activities.js';
import { HotHistogram, type HotObservations, hotCounter } from './hot-metrics.js';
import { counter, secondsFast, sizes } from './metrics-kinds.js';

export interface GatewayMetrics {
  socketOpened(): void;
  socketClosed(reason: string): void;
  began(op: string): void;
  operated(op: string, ms: number): void;
  /** The events of a room in one flush: so many bytes to each of so many sockets. */
  flushed(events: number, sockets: number, bytes: number): void;
}

export interface AdmissionMetrics {
  /** So much work of this kind waits. */
  waiting(kind: string, count: number): void;
  /** So much work of this kind was refused, because too much waited already. */
  shed(kind: string, count: number): void;
}

export function gatewayMetrics(registry: Registry, { began }: Activities): GatewayMetrics {
  const registers = [registry];
  const open = new Gauge({ name: 'meydan_sockets_open', help: 'Open sockets.', registers });
  const closed = counter(registry, 'meydan_sockets_closed_total', 'Closed sockets, by reason.', 'reason');
  const operationsHelp = 'Duration of socket operations until their ack, by operation.';
  const operations = new HotHistogram(registry, 'meydan_operation_seconds', operationsHelp, secondsFast, ['op']);
  const durations = new Map<string, HotObservations>();
  const durationOf = (op: string) => {
    let duration = durations.get(op);
    if (!duration) durations.set(op, (duration = operations.labels({ op })));
    return duration;
  };
  const deliveries = hotCounter(registry, 'meydan_deliveries_total', 'Events written to sockets.')();
  const bytes = hotCounter(registry, 'meydan_delivery_bytes_total', 'Bytes of events written to sockets.')();
  const flushesHelp = 'Events of one room in one flush.';
  const flushes = new HotHistogram(registry, 'meydan_flush_events', flushesHelp, sizes).labels();
  return {
    socketOpened: () => open.inc(),
    socketClosed: (reason) => {
      open.dec();
      closed.inc({ reason });
    },
    began: (op) => began('socket', op),
    operated: (op, ms) => durationOf(op).observe(ms / 1_000),
    flushed: (events, sockets, size) => {
      deliveries.add(events * sockets);
      bytes.add(size * sockets);
      flushes.observe(events);
    },
  };
}

export function admissionMetrics(registry: Registry): AdmissionMetrics {
  const waiting = new Gauge({
    name: 'meydan_admission_waiting',
    help: 'Work that waits until the node has time for it, by kind: operation of a socket, handshake, HTTP request.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const shedHelp = 'Work that was refused as overloaded before it began, by kind.';
  const shed = counter(registry, 'meydan_admission_refused_total', shedHelp, 'kind');
  return { waiting: (kind, count) => waiting.set({ kind }, count), shed: (kind, count) => shed.inc({ kind }, count) };
}
