/** The metrics of the scheduled jobs. */
import { Gauge, Histogram, type Registry } from 'prom-client';
import { counter } from './metrics-kinds.js';

export interface JobMetrics {
  /** A run has ended. `waiting`: items that failed and wait for their next attempt, where the job knows them. */
  ran(name: string, isOk: boolean, ms: number, waiting?: number): void;
  /** The job runs on another node. */
  left(name: string): void;
}

/** Prometheus gives each series the label `job` of its scrape, and would rename one of ours. */
const NAME = 'name';
const SECONDS = [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];

export function jobMetrics(registry: Registry, now: () => number = Date.now): JobMetrics {
  const registers = [registry];
  const failures = counter(registry, 'meydan_job_failures_total', 'Failed runs of scheduled jobs, by name.', NAME);
  const durations = new Histogram({
    name: 'meydan_job_seconds',
    help: 'Duration of runs of scheduled jobs, by name.',
    labelNames: [NAME] as const,
    buckets: SECONDS,
    registers,
  });
  const succeeded = new Gauge({
    name: 'meydan_job_last_success_timestamp_seconds',
    help: 'Time of the last successful run on this node, or of the first failed one before it, by name of the job, in seconds since epoch.',
    labelNames: [NAME] as const,
    registers,
  });
  const waits = new Gauge({
    name: 'meydan_job_failed_items',
    help: 'Items that a job could not sweep and will try again, by name of the job.',
    labelNames: [NAME] as const,
    registers,
  });
  const known = new Set<string>();
  return {
    ran(name, isOk, ms, waiting) {
      if (waiting !== undefined) waits.set({ name }, waiting);
      durations.observe({ name }, ms / 1_000);
      // A job that has only failed since the start has a time as well: without one no alarm could count from it.
      if (isOk || !known.has(name)) succeeded.set({ name }, now() / 1_000);
      known.add(name);
      if (!isOk) failures.inc({ name });
    },
    left: (name) => waits.remove({ name }),
  };
}
