/** One measured interval of sending: the senders, the acknowledgements, the duration and the cost. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { closedLoop, openLoop } from '../lib/arrivals.mjs';
import { measureCpu } from '../lib/cpu.mjs';
import { Histogram, short } from '../lib/histogram.mjs';

const BODY = 'Bir mesaj, yüz yirmi bayt kadar; çoğu insan bundan kısa yazar, kimisi de uzun. Bu arada çay var. '.padEnd(
  112,
  '.',
);
const PROBE_MS = 1;

/** The counters that the lanes report while an interval is measured. */
export function laneRecorder() {
  const recorder = { units: new Histogram(), ms: new Histogram(), gate: new Histogram() };
  const metrics = {
    batch(units, ms) {
      recorder.units.record(units);
      recorder.ms.record(ms);
    },
    gateWaited: (ms) => recorder.gate.record(ms),
    actors() {},
    activated() {},
    began() {},
    passivated() {},
    committed() {},
  };
  const reset = () => {
    for (const key of Object.keys(recorder)) recorder[key] = new Histogram();
  };
  return { recorder, metrics, reset };
}

/** Unique within the run, because a repeated id is answered without being stored. */
let clientId = 0;

/** Sends one message from a random member of a random room; every one with a client_id unless told otherwise. */
export function senderOf(node, rooms, chance, { clientIds, counters }) {
  return async (intendedAt) => {
    const room = chance.pick(rooms);
    const by = chance.pick(room.people);
    const draft = { clientId: clientIds ? `c${(clientId += 1)}` : null, body: BODY, replyTo: null, discussionOf: null };
    const answer = await node.rooms.tryAsk(room.id, { type: 'send_message', by, draft });
    if (answer.ok) {
      counters.acked += 1;
      counters.latency.record(performance.now() - intendedAt);
    } else counters.refused[answer.code] = (counters.refused[answer.code] ?? 0) + 1;
  };
}

export const freshCounters = () => ({ acked: 0, delivered: 0, refused: {}, latency: new Histogram() });

/** `load` is `{ inFlight }` or `{ ratePerSecond }`. */
export async function measure({ load, seconds, start, counters, lanes, chance, storePid }) {
  const lateness = new Histogram();
  const loop = monitorEventLoopDelay({ resolution: PROBE_MS });
  // Short stretches follow each other without one: their garbage belongs to the figures.
  if (seconds >= 1) globalThis.gc?.();
  lanes.reset();
  loop.enable();
  const cpuSince = measureCpu(storePid);
  const startedAt = performance.now();
  const untilMs = startedAt + seconds * 1_000;
  if (load.inFlight) await closedLoop({ inFlight: load.inFlight, untilMs, start });
  else await openLoop({ ratePerSecond: load.ratePerSecond, untilMs, chance, start, lateness });
  const tookMs = performance.now() - startedAt;
  const cpu = cpuSince();
  loop.disable();
  return figures({ counters, tookMs, cpu, loop, lateness, lanes: lanes.recorder, load });
}

function figures({ counters, tookMs, cpu, loop, lateness, lanes, load }) {
  const { acked, delivered, refused, latency } = counters;
  const each = (ms) => (ms === null || acked === 0 ? null : short((ms * 1_000) / acked));
  const { heapUsed, rss } = process.memoryUsage();
  return {
    ...load,
    ackedPerSecond: Math.round((acked * 1_000) / tookMs),
    acked,
    delivered,
    refused,
    latencyMs: latency.summary(),
    generatorLateMs: load.inFlight ? null : lateness.summary(),
    batchUnits: { mean: short(lanes.units.mean), ...lanes.units.summary() },
    batchMs: lanes.ms.summary(),
    gateMs: lanes.gate.summary(),
    cpuMicrosPerMessage: { actors: each(cpu.actors), store: each(cpu.store), all: each(cpu.all) },
    coresUsed: { actors: share(cpu.actors, tookMs), store: share(cpu.store, tookMs), all: share(cpu.all, tookMs) },
    loopDelayMs: { p50: delay(loop.percentile(50)), p99: delay(loop.percentile(99)), max: delay(loop.max) },
    memoryMb: { heap: Math.round(heapUsed / 1e6), rss: Math.round(rss / 1e6) },
  };
}

const share = (ms, tookMs) => (ms === null ? null : Number((ms / tookMs).toFixed(2)));

/** Node reports the time between two probes, in ns. */
const delay = (betweenProbes) => short(Math.max(0, betweenProbes / 1e6 - PROBE_MS));
