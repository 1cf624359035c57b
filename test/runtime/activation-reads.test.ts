/** One actor in memory: what it reads before a turn, and what comes too late, never or from a store that is ahead. */
import type { Supply } from '#actors/runtime/kind.js';
import { breath } from '../support/time/virtual-env.js';
import { type State, started } from './counting-actor.js';

describe('an actor that reads for a command', () => {
  async function reading() {
    const made = await started();
    let supply: (with_: Supply<State> | Error) => void = () => undefined;
    made.kind.reading = new Promise((resolve, reject) => {
      supply = (given) => (given instanceof Error ? reject(given) : resolve(given));
    });
    made.ask('read');
    made.ask('total');
    const supplied = async (given: Supply<State> | Error) => {
      made.kind.reading = null;
      supply(given);
      await breath();
    };
    return { ...made, supplied };
  }

  it('runs it, and what waited behind it, once that has come', async () => {
    const { kind, answers, supplied } = await reading();
    expect([kind.turns, answers]).toEqual([[], []]);
    await supplied((state) => {
      state.total = 5;
      return true;
    });
    expect([kind.turns, answers]).toEqual([
      ['read', 'total'],
      [5, 5],
    ]);
  });

  it('reads again what came too late', async () => {
    const { kind, answers, supplied } = await reading();
    await supplied(() => false);
    expect([kind.turns, answers]).toEqual([
      ['read', 'total'],
      [0, 0],
    ]);
  });

  it('answers it when it cannot be read, and goes on', async () => {
    const { kind, answers, supplied, heard } = await reading();
    await supplied(new Error('unreadable'));
    expect([kind.turns, answers, heard[0]]).toEqual([['total'], ['unavailable', 0], 'unreadable']);
  });

  it('is loaded anew where the store is ahead', async () => {
    const { kind, answers, supplied } = await reading();
    await supplied(() => 'stale');
    await breath();
    expect([kind.loads.length, kind.turns, answers]).toEqual([2, ['read', 'total'], [0, 0]]);
  });

  it('puts what was read for an earlier memory into no later one', async () => {
    const { kind, supplied, ask, actor } = await reading();
    kind.turns.length = 0;
    const offered: number[] = [];
    actor.evict();
    await supplied((state) => {
      offered.push(state.nth);
      return true;
    });
    ask('total');
    expect([offered, kind.turns]).toEqual([[], []]);
  });

  it('is loaded anew once, also when a read finds out meanwhile that the store is ahead', async () => {
    const { ask, kind, durable, answers } = await started();
    let supply: (with_: Supply<State>) => void = () => undefined;
    kind.reading = new Promise((resolve) => {
      supply = resolve;
    });
    for (const type of ['add', 'add', 'read'] as const) ask(type);
    kind.settledError = new Error('afterwards');
    durable(0);
    kind.settledError = null;
    kind.reading = null;
    supply(() => 'stale');
    await breath();
    durable(1);
    await breath();
    expect([kind.loads.length, answers]).toEqual([2, [1, 2, 0]]);
  });

  it('decides again at once when a turn finds that it has to read first', async () => {
    const { ask, kind, answers } = await started();
    const turn = kind.turn.bind(kind);
    kind.turn = (state, command) => {
      const isFirst = kind.turns.length === 0;
      const turned = turn(state, command);
      return isFirst ? { kind: 'read-first' } : turned;
    };
    ask('total');
    ask('add');
    expect([kind.turns, answers]).toEqual([['total', 'total', 'add'], [0]]);
  });

  it('gives a command up whose reads come too late time after time, and goes on with the next', async () => {
    const { ask, kind, answers } = await started();
    let reads = 0;
    kind.prefetch = (_, { type }) => {
      if (type !== 'read' || reads > 99) return null;
      reads += 1;
      return Promise.resolve(() => true);
    };
    ask('read');
    ask('total');
    for (let at = 0; at < 60; at += 1) await breath();
    expect([answers, kind.turns, reads < 40]).toEqual([['unavailable', 0], ['total'], true]);
  });
});
