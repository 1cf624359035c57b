/** What happens by itself, at regular times. A run that takes longer than its interval is not joined by a second one. */
import { createTask, type Logger, type ScheduledTask } from 'node-cron';

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

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** A timer may fire a moment before its time, and would find the same time ahead once more. */
const TIMER_SLACK_MS = 5;

/** What the library has to say beyond failures, which come to `onError`, is of no use to operators. */
const silent: Logger = { info: nothing, warn: nothing, error: nothing, debug: nothing };

/**
 * node-cron knows the times and executes the task; the timer to the next time is set here. The library's own timer steps
 * through every time that was missed, which after a forward jump of the clock by a week stops the process for 25 s. So
 * times that were missed make one run together.
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

/** Failures come to `onError` and nowhere else. */
function taskOf(job: Job, onError: (error: unknown, job: string) => void): ScheduledTask {
  const run = () => job.run().catch((error: unknown) => onError(error, job.name));
  return createTask(cronOf(job.everyS), run, { name: job.name, logger: silent });
}

function msToNext(task: ScheduledTask): number {
  const [next] = task.getNextRuns(1);
  return Math.max(0, (next?.getTime() ?? 0) - Date.now()) + TIMER_SLACK_MS;
}

/** The nearest a clock face can show: it has no mark for every 45 minutes, so that becomes every 30. */
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
