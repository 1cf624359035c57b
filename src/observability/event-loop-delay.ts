/** How late the event loop is. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const loopProbeMs = 10;

/** The delay since its last reset: each reader that resets has its own. */
export function openEventLoopProbe(): IntervalHistogram {
  const loop = monitorEventLoopDelay({ resolution: loopProbeMs });
  loop.enable();
  return loop;
}

/** Node reports the time from probe to probe, in ns; what is beyond the planned pause is the delay. */
export function eventLoopDelay(betweenProbes: number): number {
  return Math.max(0, betweenProbes / 1e9 - loopProbeMs / 1_000);
}
