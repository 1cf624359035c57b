import { FairQueue } from '#http/admission/fair-queue.js';

function queueOf(...items: [string, number][]): FairQueue<number> {
  const queue = new FairQueue<number>();
  for (const [key, item] of items) queue.push(key, item);
  return queue;
}

function drained(take: () => number | undefined): number[] {
  const all: number[] = [];
  for (let item = take(); item !== undefined; item = take()) all.push(item);
  return all;
}

describe('work that waits', () => {
  it('is taken from each line in turn, the oldest of a line first', () => {
    const queue = queueOf(['a', 1], ['a', 2], ['a', 3], ['b', 4], ['c', 5], ['c', 6]);
    expect(drained(() => queue.shift())).toEqual([1, 4, 5, 2, 6, 3]);
    expect([queue.size, queue.lines]).toEqual([0, 0]);
  });

  it('is taken the newest of a line first where that is wanted', () => {
    const queue = queueOf(['a', 1], ['a', 2], ['b', 3], ['b', 4]);
    expect(drained(() => queue.pop())).toEqual([2, 4, 1, 3]);
  });

  it('gives a line that comes back its turn behind the others', () => {
    const queue = queueOf(['a', 1], ['b', 2], ['b', 3]);
    expect([queue.shift(), queue.shift()]).toEqual([1, 2]);
    queue.push('a', 4);
    expect(drained(() => queue.shift())).toEqual([3, 4]);
  });

  it('is passed over where its line is held, until lines are released, and goes on waiting there', () => {
    const queue = queueOf(['a', 1], ['a', 2], ['b', 3], ['b', 4], ['c', 5]);
    const asked: string[] = [];
    const isHeld = (key: string) => {
      asked.push(key);
      return key === 'a';
    };
    expect([queue.shift(isHeld), queue.hasTurns]).toEqual([3, true]);
    queue.push('a', 6);
    expect(drained(() => queue.shift(isHeld))).toEqual([5, 4]);
    // A held line is looked at once, and not for each item of the others.
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
    expect([queue.hasTurns, queue.size, queue.lines, queue.lengthOf('a'), queue.firstOf('a')]).toEqual([
      false,
      3,
      1,
      3,
      1,
    ]);
    queue.release();
    expect(drained(() => queue.shift())).toEqual([1, 2, 6]);
  });

  it('has its turn behind the others when its line is released', () => {
    const queue = queueOf(['a', 1], ['b', 2], ['c', 3]);
    expect(queue.shift((key) => key === 'a')).toBe(2);
    queue.release();
    expect(drained(() => queue.shift())).toEqual([3, 1]);
  });

  it('gives up the oldest of the longest line', () => {
    const queue = queueOf(['a', 1], ['b', 2], ['b', 3], ['c', 4]);
    expect(queue.shiftLongest()).toBe(2);
    expect([queue.size, queue.lengthOf('b'), queue.lengthOf('none')]).toEqual([3, 1, 0]);
    expect(drained(() => queue.shiftLongest())).toHaveLength(3);
    expect(queue.lines).toBe(0);
  });
});
