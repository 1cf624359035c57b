/** Runs the jobs at regular times. Runs of one job do not overlap. */
import { createTask, type Logger, type ScheduledTask } from 'node-cron';

export interface Job {
  name: string;
  everyS: number;
  /** Every node runs it, for its slots. */
  isDivided?: true;
  /** How many items have failed and wait for their next attempt. */
  waiting?(): number;
  run(): Promise<void>;
}

export interface Scheduler {
  start(): void;
  /** No run begins after this call; resolves when the last run has ended. */
  stop(): Promise<void>;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** A timer may fire slightly early, and the same time would then be scheduled twice. */
const TIMER_SLACK_MS = 5;

/** Failures reach `onError`; the other log lines of the library do not help operators. */
const silent: Logger = { info: nothing, warn: nothing, error: nothing, debug: nothing };

/**
 * node-cron computes the times and executes the task; this module sets the timer to the next time. The timer of the
 * library steps through every missed time, which blocks the process for 25 s after the clock jumps forward by a week.
 * All missed times therefore make one run.
 */
export function createScheduler(jobs: readonly Job[], onError: (error: unknown, job: string) => void): Scheduler {
  const running = new Map<Job, Promise<void>>();
  const timers = new Map<Job, NodeJS.Timeout>();
  const tasks = jobs.map((job) => ({ job, task: taskOf(job, onError) }));

  function arm(job: Job, task: ScheduledTask): void {
    const fire = () => {
      execute(job, task);
      arm(job, task);
    };
    timers.set(job, setTimeout(fire, msToNext(task)));
  }

  function execute(job: Job, task: ScheduledTask): void {
    if (running.has(job)) return;
    const work = Promise.resolve(task.execute()).then(
      () => void running.delete(job),
      () => void running.delete(job),
    );
    running.set(job, work);
  }

  return {
    start() {
      for (const { job, task } of tasks) arm(job, task);
    },
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
      await Promise.all(tasks.map(({ task }) => task.destroy()));
    },
  };
}

function taskOf(job: Job, onError: (error: unknown, job: string) => void): ScheduledTask {
  const run = () => job.run().catch((error: unknown) => onError(error, job.name));
  return createTask(cronOf(job.everyS), run, { name: job.name, logger: silent });
}

function msToNext(task: ScheduledTask): number {
  const [next] = task.getNextRuns(1);
  return Math.max(0, (next?.getTime() ?? 0) - Date.now()) + TIMER_SLACK_MS;
}

/** The nearest interval that a cron expression can express: it has none of 45 minutes, which becomes 30. */
export function cronOf(everyS: number): string {
  if (everyS < MINUTE_S) return `*/${divisor(everyS, MINUTE_S)} * * * * *`;
  if (everyS < HOUR_S) return `0 */${divisor(Math.floor(everyS / MINUTE_S), 60)} * * * *`;
  if (everyS < DAY_S) return `0 0 */${divisor(Math.floor(everyS / HOUR_S), 24)} * * *`;
  return '0 0 0 * * *';
}

function divisor(wanted: number, whole: number): number {
  let found = Math.max(1, wanted);
  while (whole % found !== 0) found -= 1;
  return found;
}

function nothing(): void {}
