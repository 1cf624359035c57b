/** The delay of the event loop. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Each probe wakes an idle process. */
const loopProbeMs = 20;

/** The delay since its last reset. Each reader that resets it needs its own. */
export function openEventLoopProbe(): IntervalHistogram {
  const loop = monitorEventLoopDelay({ resolution: loopProbeMs });
  loop.enable();
  return loop;
}

/** Node reports the time from probe to probe in ns; the excess over the planned pause is the delay. */
export function eventLoopDelay(betweenProbes: number): number {
  return Math.max(0, betweenProbes / 1e9 - loopProbeMs / 1_000);
}
