/**
 * What happens by itself, at regular times: at the multiples of its interval by the wall clock. A run that takes longer
 * than its interval is not joined by a second one, and times that were missed (a long pause, a clock that was set
 * forward) make one run together.
 */

export interface Job {
  name: string;
  everyS: number;
  run(): Promise<void>;
}

export interface Scheduler {
  start(): void;
  /** No run begins after this call; resolves when the last one has ended. */
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;

export function createScheduler(
  jobs: readonly Job[],
  onError: (error: unknown, job: string) => void,
  now: () => number = Date.now,
): Scheduler {
  const running = new Map<Job, Promise<void>>();
  const timers = new Map<Job, NodeJS.Timeout>();

  function arm(job: Job): void {
    timers.set(
      job,
      setTimeout(
        () => {
          run(job);
          arm(job);
        },
        untilNext(job.everyS, now()),
      ),
    );
  }

  function run(job: Job): void {
    if (running.has(job)) return;
    const work = job
      .run()
      .catch((error: unknown) => onError(error, job.name))
      .finally(() => running.delete(job));
    running.set(job, work);
  }

  return {
    start() {
      for (const job of jobs) arm(job);
    },
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** To the next multiple of the interval, at most a day; ms. */
export function untilNext(everyS: number, now: number): number {
  const everyMs = Math.min(everyS * 1_000, DAY_MS);
  return everyMs - (now % everyMs);
}
