/** The process itself: its loop, its memory, its processor time. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { cpuUsage, memoryUsage } from 'node:process';
import { Counter, Gauge, type Registry } from 'prom-client';

const loopProbeMs = 10;

/** Tells of the time since its last reset: everybody who reads and resets has one to themselves. */
export function openLoopProbe(): IntervalHistogram {
  const loop = monitorEventLoopDelay({ resolution: loopProbeMs });
  loop.enable();
  return loop;
}

/** Read when asked for, so that nothing runs in between. */
export function countProcess(registry: Registry, loop: IntervalHistogram): void {
  const registers = [registry];
  const delay = new Gauge({
    name: 'meydan_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last reading, by quantile.',
    labelNames: ['quantile'] as const,
    registers,
    collect() {
      for (const quantile of [50, 99]) delay.set({ quantile: quantile / 100 }, lateness(loop.percentile(quantile)));
      delay.set({ quantile: 1 }, lateness(loop.max));
      loop.reset();
    },
  });
  const memory = new Gauge({
    name: 'meydan_memory_bytes',
    help: 'Memory of the process, by kind.',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      for (const [kind, size] of Object.entries(memoryUsage())) memory.set({ kind }, size);
    },
  });
  const cpu = new Counter({
    name: 'meydan_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers,
    collect() {
      const { user, system } = cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
    },
  });
}

/** Node reports the time from probe to probe, in ns; what is beyond the planned pause is the delay. */
export function lateness(betweenProbes: number): number {
  return Math.max(0, betweenProbes / 1e9 - loopProbeMs / 1_000);
}
