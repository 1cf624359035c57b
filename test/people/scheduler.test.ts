import { createScheduler, untilNext } from '#jobs/scheduler.js';
import { poll } from '../support/poll.js';

describe('the time until a job runs next', () => {
  it.each([
    [1, 10_250, 750],
    [45, 90_000, 45_000],
    [60, 61_000, 59_000],
    [9_999_999, 0, 86_400_000],
  ])('of every %d s at %d is %d ms', (everyS, now, ms) => {
    expect(untilNext(everyS, now)).toBe(ms);
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
    let jumpedMs = 0;
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const scheduler = createScheduler([{ name: 'often', everyS: 1, run }], throwIt, () => Date.now() + jumpedMs);
    scheduler.start();
    await poll(() => runs === 1, { until: 'it runs' });
    jumpedMs = 7 * 86_400_000;
    const jumpedAt = performance.now();
    await poll(() => runs >= 3, { until: 'it runs on' });
    await scheduler.stop();
    expect(runs).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - jumpedAt) / 1_000));
  });
});

function throwIt(error: unknown): never {
  throw error;
}
