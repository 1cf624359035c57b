/** Who leaves memory when it is scarce: rows before actors, resting ones before those in use. */
import type { AnyActivation } from '#actors/runtime/activation.js';
import type { SweptActivation } from '#actors/runtime/activation-context.js';
import { MemoryBudget, SweptActors } from '#actors/runtime/memory-budget.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

interface Made {
  size: number;
  /** Size after it was made smaller; the same by default. */
  shrunk?: number;
  usedAt: number;
  startedAt?: number;
  isIdle?: boolean;
  isLeaving?: boolean;
}

function budgetOf(bytes: number, made: Made[]) {
  const env = new VirtualEnv();
  const left: number[] = [];
  const smaller: number[] = [];
  const active = made.map(({ size, shrunk = size, usedAt, startedAt = 0, isIdle = true, isLeaving = false }, at) => ({
    size,
    lastUsedAt: usedAt,
    startedAt,
    isIdle,
    isLeaving,
    shrink() {
      smaller.push(at);
      this.size = shrunk;
    },
    passivate: () => left.push(at),
  }));
  const budget = new MemoryBudget(env, bytes);
  const bytesOfAll = () => active.reduce((sum, { size }) => sum + size, 0);
  const enforce = () => budget.enforce(bytesOfAll(), () => active as unknown as AnyActivation[]);
  return { env, budget, left, smaller, active, enforce };
}

const NOW = 60_000;
const resting = (size: number, usedAt = 0): Made => ({ size, usedAt });
const inUse = (size: number, more: Partial<Made> = {}): Made => ({ size, usedAt: NOW, ...more });

async function enforced(bytes: number, made: Made[]) {
  const bench = budgetOf(bytes, made);
  await bench.env.advance(NOW);
  bench.enforce();
  return bench;
}

describe('the actors that a sweep looks at', () => {
  const actor = (more: Partial<SweptActivation> = {}) => ({
    isIdle: true,
    isLeaving: false,
    size: 10,
    lastUsedAt: 0,
    ...more,
  });
  type Actor = ReturnType<typeof actor>;

  function sweptOf(...actors: Actor[]) {
    const swept = new SweptActors<Actor>();
    for (const each of actors) swept.used(each);
    const visited = () => {
      const all: Actor[] = [];
      swept.sweep((each) => all.push(each));
      return all;
    };
    const restingSince = (at: number) => {
      const all: Actor[] = [];
      swept.eachRestingSince(at, (each) => all.push(each));
      return all;
    };
    return { swept, visited, restingSince };
  }

  it('are those that were used since the last one, or are not at rest', () => {
    const [quiet, busy] = [actor(), actor({ isIdle: false })];
    const { swept, visited } = sweptOf(quiet, busy);
    expect(visited()).toEqual([quiet, busy]);
    expect(visited()).toEqual([busy]);
    busy.isIdle = true;
    swept.used(quiet);
    expect(visited()).toEqual([busy, quiet]);
    expect(visited()).toEqual([]);
  });

  it('are summed up as they were last seen, without those that leave or have ended', () => {
    const [small, large, leaving] = [actor(), actor({ size: 50 }), actor({ isIdle: false, isLeaving: true })];
    const { swept, visited } = sweptOf(small, large, leaving);
    visited();
    expect(swept.bytes).toBe(60);
    small.size = 15;
    swept.used(small);
    visited();
    expect(swept.bytes).toBe(65);
    swept.ended(large);
    swept.ended(small);
    expect([swept.bytes, visited()]).toEqual([0, [leaving]]);
  });

  it('may end while they are looked at', () => {
    const { swept } = sweptOf(actor(), actor());
    swept.sweep((each) => swept.ended(each));
    expect(swept.bytes).toBe(0);
  });

  it('rest until they are used, the longest first', () => {
    const [first, second, third] = [actor({ lastUsedAt: 1 }), actor({ lastUsedAt: 2 }), actor({ lastUsedAt: 3 })];
    const { swept, visited, restingSince } = sweptOf(first, second, third);
    expect(restingSince(9)).toEqual([]);
    visited();
    expect([restingSince(1), restingSince(3)]).toEqual([[], [first, second]]);
    first.lastUsedAt = 4;
    swept.used(first);
    expect(restingSince(9)).toEqual([second, third]);
    visited();
    expect(restingSince(9)).toEqual([second, third, first]);
  });
});

describe('a budget of memory', () => {
  it('takes nothing from anybody within it', async () => {
    const { left, smaller, budget } = await enforced(100, [resting(60), resting(40)]);
    expect([left, smaller, budget.isTight]).toEqual([[], [], true]);
  });

  it('is tight past nine tenths', async () => {
    expect(budgetOf(100, [resting(99)]).budget.isTight).toBe(false);
    expect((await enforced(100, [resting(90)])).budget.isTight).toBe(false);
    expect((await enforced(100, [resting(91)])).budget.isTight).toBe(true);
  });

  it('has rows leave first, of those that were idle longest, until that is enough', async () => {
    const { left, smaller } = await enforced(100, [
      { size: 60, shrunk: 50, usedAt: 3 },
      { size: 60, shrunk: 40, usedAt: 1 },
      { size: 10, shrunk: 0, usedAt: 2 },
    ]);
    expect([smaller, left]).toEqual([[1, 2], []]);
  });

  it('counts those that are leaving as gone', async () => {
    const { left, smaller, budget } = await enforced(100, [
      { ...resting(60, 1), isIdle: false, isLeaving: true },
      resting(50, 2),
      resting(40, 3),
    ]);
    expect([left, smaller, budget.isTight]).toEqual([[], [], false]);
  });

  it('then has resting actors leave, the longest idle first, down to the budget', async () => {
    const { left } = await enforced(100, [resting(50, 3), resting(50, 1), resting(50, 2)]);
    expect(left).toEqual([1]);
    expect((await enforced(99, [resting(50, 3), resting(50, 1), resting(50, 2)])).left).toEqual([1, 2]);
  });

  it('leaves those in use, up to half more than the budget; then who was loaded last goes first', async () => {
    expect((await enforced(100, [inUse(75), inUse(75)])).left).toEqual([]);
    const three = [inUse(60, { startedAt: 1 }), inUse(60, { startedAt: 3 }), inUse(60, { startedAt: 2 })];
    expect((await enforced(100, three)).left).toEqual([1]);
    expect((await enforced(100, [inUse(90), resting(30), inUse(10)])).left).toEqual([1]);
  });

  it('counts who was used ten seconds ago as in use, and a millisecond earlier as resting', async () => {
    expect((await enforced(100, [{ size: 120, usedAt: NOW - 10_000 }])).left).toEqual([]);
    expect((await enforced(100, [{ size: 151, usedAt: NOW - 10_000 }])).left).toEqual([0]);
    expect((await enforced(100, [{ size: 120, usedAt: NOW - 10_001 }])).left).toEqual([0]);
  });

  it('leaves who is busy', async () => {
    expect((await enforced(100, [{ ...resting(300), isIdle: false }, resting(5)])).left).toEqual([1]);
  });

  it('takes sixty-four at once, and the others after a pause, unless somebody used them meanwhile', async () => {
    const { left, active, env } = await enforced(
      1,
      Array.from({ length: 130 }, (_, at) => resting(1, at)),
    );
    expect(left).toHaveLength(64);
    (active[70] as { lastUsedAt: number }).lastUsedAt = NOW;
    await env.advance(19);
    expect(left).toHaveLength(64);
    await env.advance(1);
    expect(left).toHaveLength(127);
    expect(left).not.toContain(70);
    await env.advance(20);
    expect(left).toHaveLength(128);
    expect(env.timers).toBe(0);
  });

  it('goes on with nobody once it is stopped, or asked again', async () => {
    const many = Array.from({ length: 130 }, (_, at) => resting(1, at));
    const { left, env, budget } = await enforced(1, many);
    budget.stop();
    await env.advance(1_000);
    expect(left).toHaveLength(64);
    const again = await enforced(1, many);
    again.budget.enforce(0, () => []);
    expect(again.env.timers).toBe(0);
  });
});
