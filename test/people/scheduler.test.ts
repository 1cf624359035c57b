import { createScheduler, cronOf } from '#jobs/scheduler.js';
import { poll } from '../support/time/poll.js';

describe('an interval as a mark on the clock', () => {
  it.each([
    [1, '*/1 * * * * *'],
    [30, '*/30 * * * * *'],
    [45, '*/30 * * * * *'],
    [60, '0 */1 * * * *'],
    [90, '0 */1 * * * *'],
    [1_800, '0 */30 * * * *'],
    [3_600, '0 0 */1 * * *'],
    [18_000, '0 0 */4 * * *'],
    [86_400, '0 0 0 * * *'],
    [9_999_999, '0 0 0 * * *'],
  ])('%d s is %s', (everyS, pattern) => {
    expect(cronOf(everyS)).toBe(pattern);
  });
});

describe('the scheduler', () => {
  it('runs a job at its time, once at a time, and waits for it when it stops', async () => {
    let [running, most, ended] = [0, 0, 0];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = async () => {
      most = Math.max(most, ++running);
      await held;
      running -= 1;
      ended += 1;
    };
    const scheduler = createScheduler([{ name: 'slow', everyS: 1, run }], () => undefined);
    scheduler.start();
    await poll(() => running === 1, { until: 'the job runs' });
    const second = performance.now() + 2_100;
    await poll(() => performance.now() > second, { until: 'its next two times have passed' });
    const stopped = scheduler.stop();
    release();
    await stopped;
    expect([most, running, ended]).toEqual([1, 0, 1]);
  });

  it('tells of a job that fails, and runs it again', async () => {
    const failures: [string, string][] = [];
    const run = () => Promise.reject(new Error('no'));
    const scheduler = createScheduler([{ name: 'bad', everyS: 1, run }], (error, job) => {
      failures.push([job, (error as Error).message]);
    });
    scheduler.start();
    await poll(() => failures.length === 2, { until: 'it failed twice' });
    await scheduler.stop();
    expect(failures).toEqual([
      ['bad', 'no'],
      ['bad', 'no'],
    ]);
  });

  it('runs once for all the times that a clock set forward has jumped over', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const scheduler = createScheduler([{ name: 'often', everyS: 1, run }], throwIt);
    scheduler.start();
    await poll(() => runs === 1, { until: 'it runs' });
    const setBack = setForward(7 * 86_400_000);
    try {
      const jumpedAt = performance.now();
      await poll(() => runs >= 3, { until: 'it runs on' });
      await scheduler.stop();
      expect(runs).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - jumpedAt) / 1_000));
    } finally {
      setBack();
    }
  });

  it('runs once for each time', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const scheduler = createScheduler([{ name: 'often', everyS: 1, run }], throwIt);
    scheduler.start();
    await poll(() => runs === 1, { until: 'it runs' });
    const first = Math.floor(Date.now() / 1_000);
    await poll(() => runs >= 4, { until: 'it has run four times' });
    expect(Math.floor(Date.now() / 1_000) - first).toBeGreaterThanOrEqual(3);
    await scheduler.stop();
  });
});

function throwIt(error: unknown): never {
  throw error;
}

/** The clock of this process, for all who look at it; the answer sets it back. */
function setForward(ms: number): () => void {
  const Real = globalThis.Date;
  globalThis.Date = class Moved extends Real {
    constructor(...given: []) {
      if (given.length > 0) super(...given);
      else super(Real.now() + ms);
    }
    static override now(): number {
      return Real.now() + ms;
    }
  } as DateConstructor;
  return () => {
    globalThis.Date = Real;
  };
}
