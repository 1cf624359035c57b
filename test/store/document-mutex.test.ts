/** Turns by document: who waits for whom, and that nobody waits for ever. */
import { MultiKeyMutex } from '#src/concurrency/multi-key-mutex.js';
import { seededRandom } from '../support/time/seeded-random.js';

/** Work that ends when it is told to. */
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

/** Everything that is already decided has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns by document', () => {
  it('those of one document come one after the other, others do not wait', async () => {
    const turns = new MultiKeyMutex();
    const [one, two, apart] = [work(), work(), work()];
    const ends = [
      turns.runExclusive(['a', 'b'], one.run),
      turns.runExclusive(['b', 'c'], two.run),
      turns.runExclusive(['d'], apart.run),
    ];
    await settled();
    expect([one, two, apart].map((each) => each.hasBegun())).toEqual([true, false, true]);
    one.finish();
    await settled();
    expect(two.hasBegun()).toBe(true);
    two.finish();
    apart.finish();
    await Promise.all(ends);
  });

  it('one that fails tells who asked, and lets the next one come', async () => {
    const turns = new MultiKeyMutex();
    const [one, two] = [work(), work()];
    const failing = turns.runExclusive(['a'], one.run);
    const next = turns.runExclusive(['a'], two.run);
    one.fail(new Error('refused'));
    await expect(failing).rejects.toThrow('refused');
    two.finish();
    await expect(next).resolves.toBeUndefined();
  });

  it('nobody waits in a circle, and nobody meets another at a document', async () => {
    const turns = new MultiKeyMutex();
    const random = seededRandom(3);
    const held = new Set<string>();
    let met = 0;
    const all = Array.from({ length: 500 }, () => {
      const documents = ['a', 'b', 'c', 'd', 'e'].filter(() => random() < 0.5);
      return turns.runExclusive(documents, async () => {
        met += documents.filter((document) => held.has(document)).length;
        for (const document of documents) held.add(document);
        await settled();
        for (const document of documents) held.delete(document);
      });
    });
    await Promise.all(all);
    expect(met).toBe(0);
  });
});
