/** How many traces a node records, whatever clients ask for. */
import { TRACES_PER_SECOND_MAX, TraceBudget } from '#src/observability/tracing/trace-budget.js';

function budgetOf(share: number, random = 0) {
  const clock = { ms: 0, limited: 0 };
  const env = { monotonic: () => clock.ms, random: () => random };
  const budget = new TraceBudget(share, env, () => {
    clock.limited += 1;
  });
  const taken = (times: number) => Array.from({ length: times }, () => budget.take()).filter(Boolean).length;
  return { clock, budget, taken };
}

describe('of the traces of a node are recorded', () => {
  it.each([
    [1, 0.999, true],
    [0.5, 0.499, true],
    [0.5, 0.5, false],
    [0, 0, false],
  ])('the share %s: of the random number %s %s', (share, random, expected) => {
    expect(budgetOf(share, random).budget.take()).toBe(expected);
  });

  it('a hundred at once, and one every ten milliseconds after that; the others are counted', () => {
    const { clock, taken } = budgetOf(1);
    expect([taken(150), clock.limited]).toEqual([TRACES_PER_SECOND_MAX, 50]);
    clock.ms = 9;
    expect(taken(1)).toBe(0);
    clock.ms = 10;
    expect(taken(2)).toBe(1);
    clock.ms = 60_000;
    expect(taken(150)).toBe(TRACES_PER_SECOND_MAX);
  });
});
