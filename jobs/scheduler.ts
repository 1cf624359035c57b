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

/** What the library has to say beyond failures, which come to `onError`, is of no use to operators. */
const silent: Logger = { info: nothing, warn: nothing, error: nothing, debug: nothing };

export function createScheduler(jobs: readonly Job[], onError: (error: unknown, job: string) => void): Scheduler {
  const running = new Set<Promise<void>>();
  const tasks = jobs.map((job) => task(job, running, onError));
  return {
    start() {
      for (const each of tasks) void each.start();
    },
    async stop() {
      await Promise.all(tasks.map((each) => each.destroy()));
      await Promise.all(running);
    },
  };
}

function task(job: Job, running: Set<Promise<void>>, onError: (error: unknown, job: string) => void): ScheduledTask {
  const run = async () => {
    const work = job.run().catch((error: unknown) => onError(error, job.name));
    running.add(work);
    await work;
    running.delete(work);
  };
  return createTask(cronOf(job.everyS), run, { name: job.name, noOverlap: true, logger: silent });
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
