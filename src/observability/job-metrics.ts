/** The metrics of the scheduled jobs. */
import { Gauge, Histogram, type Registry } from 'prom-client';
import { counter } from './metrics-kinds.js';

export interface JobMetrics {
  /** A run has ended. */
  ran(job: string, isOk: boolean, ms: number): void;
}

const SECONDS = [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];

export function jobMetrics(registry: Registry, now: () => number = Date.now): JobMetrics {
  const registers = [registry];
  const failures = counter(registry, 'meydan_job_failures_total', 'Failed runs of scheduled jobs, by job.', 'job');
  const durations = new Histogram({
    name: 'meydan_job_seconds',
    help: 'Duration of runs of scheduled jobs, by job.',
    labelNames: ['job'] as const,
    buckets: SECONDS,
    registers,
  });
  const succeeded = new Gauge({
    name: 'meydan_job_last_success_timestamp_seconds',
    help: 'Time of the last successful run on this node, by job, in seconds since epoch.',
    labelNames: ['job'] as const,
    registers,
  });
  return {
    ran(job, isOk, ms) {
      durations.observe({ job }, ms / 1_000);
      if (isOk) succeeded.set({ job }, now() / 1_000);
      else failures.inc({ job });
    },
  };
}
