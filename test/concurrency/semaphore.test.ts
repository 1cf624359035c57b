import { Semaphore } from '#src/concurrency/semaphore.js';

const overloaded = (retryAfterMs: number) => ({ refusal: { code: 'overloaded', retryAfterMs } });

describe('a semaphore', () => {
  it('gives its permits in the order of the callers, and refuses those beyond the bound', async () => {
    const semaphore = new Semaphore(1, { waitingMax: 2 });
    const release = await semaphore.acquire();
    const [second, third] = [semaphore.acquire(), semaphore.acquire()];
    await expect(semaphore.acquire()).rejects.toMatchObject(overloaded(2_000));
    release();
    const releaseSecond = await second;
    // The permit was handed over and is not free as well: the next caller waits behind the third.
    const fourth = semaphore.acquire();
    releaseSecond();
    expect(await Promise.race([third.then(() => 'third'), fourth.then(() => 'fourth')])).toBe('third');
    (await third)();
    (await fourth)();
    (await semaphore.acquire())();
  });

  it('lets as many run as it has permits, and releases after a failure', async () => {
    const semaphore = new Semaphore(3);
    let running = 0;
    let most = 0;
    const runs = Array.from({ length: 20 }, (_, at) =>
      semaphore.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (at % 4 === 0) throw new Error('a fault of one');
        return at;
      }),
    );
    const failed = (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected');
    expect([failed.length, most, running]).toEqual([5, 3, 0]);
  });

  it('without a queue refuses at once what it has no permit for', async () => {
    const semaphore = new Semaphore(1, { waitingMax: 0, retryAfterMs: 1_000 });
    const release = await semaphore.acquire();
    await expect(semaphore.run(async () => undefined)).rejects.toMatchObject(overloaded(1_000));
    release();
    expect(await semaphore.run(async () => 'free again')).toBe('free again');
  });

  it('releases one permit however often it is released', async () => {
    const semaphore = new Semaphore(1, { waitingMax: 0 });
    const release = await semaphore.acquire();
    release();
    release();
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toMatchObject(overloaded(2_000));
  });

  it('gives no permit to a caller whose signal was aborted', async () => {
    const semaphore = new Semaphore(1, { waitingMax: 2 });
    const [patient, hasty] = [new AbortController(), new AbortController()];
    const release = await semaphore.acquire(patient.signal);
    const first = semaphore.acquire(hasty.signal);
    const second = semaphore.acquire(patient.signal);
    hasty.abort(new Error('too late'));
    await expect(first).rejects.toThrow('too late');
    await expect(semaphore.acquire(hasty.signal)).rejects.toThrow('too late');
    release();
    (await second)();
    expect(await semaphore.run(async () => 'free again')).toBe('free again');
  });
});
