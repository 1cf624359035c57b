import { createMailboxStats } from '#actors/runtime/actor-metrics.js';

function statsOf(...depths: number[]) {
  const stats = createMailboxStats();
  depths.forEach((depth, at) => {
    stats.observe('room', `r${at}`, depth);
  });
  return { waiting: stats.waiting, deepest: stats.deepest };
}

describe('the depth of mailboxes', () => {
  it('is nothing where nothing waits', () => {
    expect(statsOf(0, 0)).toEqual({ waiting: 0, deepest: [] });
  });

  it('names the deepest eight, the deepest first, and counts all', () => {
    const { waiting, deepest } = statsOf(3, 9, 1, 5, 0, 2, 8, 4, 7, 6);
    expect(waiting).toBe(45);
    expect(deepest.map(({ depth }) => depth)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    expect(deepest[0]).toEqual({ kind: 'room', id: 'r1', depth: 9 });
  });

  it('leaves what is as deep as the last one where it is', () => {
    const { deepest } = statsOf(2, 2, 2, 2, 2, 2, 2, 2, 2, 3);
    expect(deepest.map(({ id }) => id)).toEqual(['r9', 'r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6']);
  });
});
