import { KeyedMutex } from '#src/concurrency/keyed-mutex.js';
import { seededRandom } from '../support/time/seeded-random.js';

/** Work that ends when the test ends it. */
function work() {
  let begun = false;
  let finish = (): void => undefined;
  let fail = (_: Error): void => undefined;
  const end = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const run = () => {
    begun = true;
    return end;
  };
  return { run, finish: () => finish(), fail: (error: Error) => fail(error), hasBegun: () => begun };
}

/** All pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a keyed mutex', () => {
  it('runs callers of one key one after the other, callers of other keys at once', async () => {
    const mutex = new KeyedMutex();
    const [one, two, apart] = [work(), work(), work()];
    const ends = [mutex.run(['a', 'b'], one.run), mutex.run(['b', 'c'], two.run), mutex.run(['d'], apart.run)];
    await settled();
    expect([one, two, apart].map((each) => each.hasBegun())).toEqual([true, false, true]);
    one.finish();
    await settled();
    expect(two.hasBegun()).toBe(true);
    two.finish();
    apart.finish();
    await Promise.all(ends);
  });

  it('passes a failure to its caller and the key to the next one', async () => {
    const mutex = new KeyedMutex();
    const [one, two] = [work(), work()];
    const failing = mutex.run(['a'], one.run);
    const next = mutex.run(['a'], two.run);
    one.fail(new Error('refused'));
    await expect(failing).rejects.toThrow('refused');
    two.finish();
    await expect(next).resolves.toBeUndefined();
  });

  it('has no deadlock between callers of several keys, and never two holders of one key', async () => {
    const mutex = new KeyedMutex();
    const random = seededRandom(3);
    const held = new Set<string>();
    let met = 0;
    const all = Array.from({ length: 500 }, () => {
      const keys = ['a', 'b', 'c', 'd', 'e'].filter(() => random() < 0.5);
      return mutex.run(keys, async () => {
        met += keys.filter((key) => held.has(key)).length;
        for (const key of keys) held.add(key);
        await settled();
        for (const key of keys) held.delete(key);
      });
    });
    await Promise.all(all);
    expect(met).toBe(0);
  });

  it('takes a key that is named twice once, and a second release for nothing', async () => {
    const mutex = new KeyedMutex();
    const release = await mutex.acquire('a', 'a');
    const second = mutex.acquire('a');
    release();
    release();
    const releaseSecond = await second;
    const third = work();
    const ended = mutex.run(['a'], third.run);
    await settled();
    expect(third.hasBegun()).toBe(false);
    releaseSecond();
    third.finish();
    await ended;
  });

  it('keeps the order of its callers and refuses those beyond the bound, for each key apart', async () => {
    const mutex = new KeyedMutex({ waitingMax: 200 });
    const done: string[] = [];
    const first = work();
    const holding = mutex.run(['ada'], first.run);
    const waiting = Array.from({ length: 200 }, (_, at) =>
      mutex.run(['ada'], async () => {
        done.push(`ada ${at}`);
        if (at === 7) throw new Error('a fault of one');
      }),
    );
    const outcomes = Promise.allSettled(waiting);
    await expect(mutex.run(['ada'], async () => undefined)).rejects.toMatchObject({
      refusal: { code: 'overloaded', retryAfterMs: 2_000 },
    });
    await mutex.run(['bob'], async () => done.push('bob'));
    first.finish();
    await holding;
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(done).toEqual(['bob', ...Array.from({ length: 200 }, (_, at) => `ada ${at}`)]);
    expect(await mutex.run(['ada'], async () => 'free again')).toBe('free again');
  });
});
