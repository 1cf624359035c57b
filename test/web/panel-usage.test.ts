import { balanceHistoryOf, movementsOf } from '#web/account/balance-history.js';

type Counter = 'message' | 'ai' | 'impression';

let turn = 0;
const moved = (counter: Counter, quantity: number) => {
  turn += 1;
  return { counter, quantity, created_at: turn };
};

/** Oldest first, as they happened; the service lists them the other way round. */
const happened = [moved('message', 500), moved('impression', 100), moved('impression', -1), moved('message', -200)];
const balances = { message: 310, ai: 0, impression: 99 };
const movements = movementsOf([...happened].reverse(), balances);

describe('what the panel makes of the movements', () => {
  it('tells after each movement what was left of its counter, back from what is left now', () => {
    expect(movements.map(({ counter, left }) => [counter, left])).toEqual([
      ['message', 310],
      ['impression', 99],
      ['impression', 100],
      ['message', 510],
    ]);
  });

  it('draws one counter from before the first movement that is known to now', () => {
    // Ten were there before the oldest of the list.
    expect(balanceHistoryOf(movements, 'message').left).toEqual([10, 510, 310, 310]);
    expect(balanceHistoryOf(movements, 'impression').left).toEqual([0, 100, 99, 99]);
    const { at } = balanceHistoryOf(movements, 'impression');
    expect(at).toEqual([...at].sort((one, other) => one - other));
  });

  it('draws nothing of a counter that never moved', () => {
    expect(balanceHistoryOf(movements, 'ai')).toEqual({ at: [], left: [] });
  });
});
