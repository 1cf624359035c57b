/** Which slots the balancer moves. */
import { BUSY_MIN, MOVES_MAX, type NodeWork, planMoves } from '#actors/cluster/placement/plan-moves.js';
import { SlotWork } from '#actors/cluster/placement/slot-work.js';
import { SLOTS, slotOf } from '#src/domain/slots.js';

const node = (name: string, slots: [number, number][], rest = 0): NodeWork => ({
  name,
  slots,
  total: rest + slots.reduce((sum, [, work]) => sum + work, 0),
});
const any = () => true;

describe('a plan of moves', () => {
  it('parts two hot slots of one node', () => {
    const nodes = [
      node(
        'a',
        [
          [1, 500],
          [2, 450],
        ],
        30,
      ),
      node('b', [], 40),
    ];
    expect(planMoves(nodes, any)).toEqual([{ slot: 2, from: 'a', to: 'b' }]);
  });

  it.each(['a', 'z'])('goes from the busiest node to the one with least, whatever its name (%s)', (name) => {
    const busy = node('b', [
      [1, 500],
      [2, 450],
    ]);
    expect(planMoves([node(name, []), busy, node('c', [[3, 400]])], any)).toEqual([{ slot: 1, from: 'b', to: name }]);
  });

  it('counts what it has moved, so that the next slot goes to another node', () => {
    const slots: [number, number][] = Array.from({ length: 6 }, (_, at) => [at, 100]);
    const moves = planMoves([node('a', slots), node('b', []), node('c', [])], any);
    expect(moves.map(({ from, to }) => [from, to])).toEqual([
      ['a', 'c'],
      ['a', 'b'],
      ['a', 'c'],
      ['a', 'b'],
    ]);
  });

  it('leaves a single hot slot where it is: elsewhere it would be as hot', () => {
    expect(planMoves([node('a', [[1, 900]], 20), node('b', [], 10)], any)).toEqual([]);
  });

  it('moves what is beside a hot slot, if it is worth it', () => {
    const nodes = [
      node('a', [
        [1, 600],
        [2, 300],
      ]),
      node('b', [[3, 100]]),
    ];
    expect(planMoves(nodes, any)).toEqual([{ slot: 2, from: 'a', to: 'b' }]);
  });

  it.each([
    [BUSY_MIN - 2, 0],
    [BUSY_MIN, 1],
  ])('with %s on the busiest node makes %s moves', (total, moves) => {
    const nodes = [
      node('a', [
        [1, total / 2],
        [2, total / 2],
      ]),
      node('b', []),
    ];
    expect(planMoves(nodes, any)).toHaveLength(moves);
  });

  it('leaves nodes alone that are nearly even', () => {
    const slots = (from: number): [number, number][] => Array.from({ length: 10 }, (_, at) => [from + at, 100]);
    expect(planMoves([node('a', slots(0), 200), node('b', slots(20))], any)).toEqual([]);
  });

  it('asks which slots may move, and ends at a number', () => {
    const slots: [number, number][] = Array.from({ length: 64 }, (_, at) => [at, 100]);
    const isEven = (slot: number) => slot % 2 === 0;
    const moves = planMoves([node('a', slots), node('b', []), node('c', [])], isEven);
    expect(moves).toEqual([]);
    const few: [number, number][] = Array.from({ length: 18 }, (_, at) => [at, 100]);
    const moved = planMoves([node('a', few), node('b', []), node('c', [])], isEven);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.length).toBeLessThanOrEqual(MOVES_MAX);
    expect(moved.filter(({ slot }) => slot % 2 === 1)).toEqual([]);
    expect(new Set(moved.map(({ slot }) => slot)).size).toBe(moved.length);
  });
});

describe('the work of slots', () => {
  it('is counted by actor, smoothed over windows, and reported busiest first', () => {
    const work = new SlotWork();
    work.count('ada', 30);
    work.count('bob', 10);
    work.measure(1_000);
    expect(work.report()).toEqual({
      total: 20,
      slots: [
        [slotOf('ada'), 15],
        [slotOf('bob'), 5],
      ],
    });
    work.measure(1_000);
    expect(work.report().total).toBe(10);
  });

  it('names a bounded number of slots', () => {
    const work = new SlotWork();
    for (let id = 0; id < 4 * SLOTS; id += 1) work.count(`${id}`, 100);
    work.measure(1_000);
    expect(work.report().slots).toHaveLength(64);
    expect(work.report().total).toBe((4 * SLOTS * 100) / 2);
  });
});
