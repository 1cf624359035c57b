/**
 * One actor in memory, with lanes that a test moves by hand: what it does when what it hears comes late, twice or
 * never.
 */

import { Activation } from '#actors/runtime/activation.js';
import type { ActivationContext } from '#actors/runtime/activation-context.js';
import type { UnitOwner } from '#actors/runtime/commit-lanes.js';
import type { ActorKind, CommitUnit, Loaded, Supply, Turned, Unsettled } from '#actors/runtime/kind.js';
import type { Envelope } from '#actors/runtime/mailbox.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';

type Command = { type: 'add' | 'total' | 'break' | 'read' | 'rewrite' };
interface State {
  nth: number;
  total: number;
}

class Counting implements ActorKind<State, Command> {
  readonly name = 'counting';
  loads: (Unsettled | null)[] = [];
  outcome: Partial<Loaded<State>> & { error?: Error } = {};
  reading: Promise<Supply<State>> | null = null;
  settledError: Error | null = null;
  turns: string[] = [];

  async load(_: string, __: unknown, unsettled: Unsettled | null = null) {
    this.loads.push(unsettled);
    const { error, ...more } = this.outcome;
    if (error) throw error;
    return { state: { nth: this.loads.length, total: 0 }, ...more };
  }

  prefetch(_: State, { type }: Command) {
    const { reading } = this;
    return type === 'read' ? reading : null;
  }

  turn(state: State, { type }: Command): Turned {
    this.turns.push(type);
    if (type === 'break') throw new Error('broken');
    if (type === 'total' || type === 'read') return { kind: 'reply', reply: state.total };
    state.total += 1;
    const outputs = [{ to: 'stream' as const, item: state.total }];
    const more = type === 'rewrite' ? { reload: true as const } : {};
    return { kind: 'commit', unit: { writes: [] }, reply: state.total, outputs, ...more };
  }

  weigh = () => 1;
  isUrgent = () => false;
  checkpoint = () => null;
  sizeOf = () => 7;
  positionOf = (state: State) => state.total;
  settled() {
    if (this.settledError) throw this.settledError;
  }
}

function bench() {
  const env = new VirtualEnv();
  const kind = new Counting();
  const heard: unknown[] = [];
  const units: { unit: CommitUnit; number: number }[] = [];
  const ended: { undecided: string[]; unsettled: Unsettled | null }[] = [];
  const trust = { holds: true };
  const context = {
    io: { env, owner: 'one', alone: true, reader: {} },
    lanes: {
      submit: (_: unknown, unit: CommitUnit, number: number) => units.push({ unit, number }),
      cancel: ({ key }: UnitOwner) => heard.push(['cancel', key]),
    },
    emit: (output: unknown) => heard.push(output),
    onEnded: (_: unknown, undecided: Envelope<never>[], unsettled: Unsettled | null) =>
      ended.push({ undecided: undecided.map(({ command }) => (command as Command).type), unsettled }),
    reportError: (error: Error) => heard.push(error.message),
    nextCommitId: () => 'one.1',
    onGateWait: (ms: number) => heard.push(['waited', ms]),
    onTurnStarted: () => undefined,
    onCommitted: (...args: string[]) => heard.push(['committed', ...args]),
    crashPoint: () => undefined,
    ownership: { token: () => 'one', holds: () => trust.holds, takes: () => true, tell: () => undefined },
  } as unknown as ActivationContext;
  const actor = new Activation<State, Command>(kind, 'a', context, null);
  const answers: unknown[] = [];
  const ask = (type: Command['type'], deadline = 10_000) => {
    const settle = (answer: { ok: boolean; value?: unknown; code?: string }) =>
      answers.push(answer.ok ? answer.value : answer.code);
    const rest = { weight: 1, urgent: false, deadline, attempt: 0, ready: false, rounds: 0, readingSince: null };
    actor.offer({ command: { type }, settled: false, settle, ...rest } as unknown as Envelope<Command>);
  };
  const durable = (at: number) => {
    const { unit, number } = units[at] as (typeof units)[number];
    actor.durable(unit, number);
  };
  return { env, kind, heard, units, ended, trust, actor, answers, ask, durable };
}

async function started() {
  const made = bench();
  made.actor.start();
  await breath();
  made.heard.length = 0;
  return made;
}

describe('an actor in memory', () => {
  it('counts as idle when nothing waits, is held or is on its way', async () => {
    const { actor, ask, durable, trust, env } = await started();
    expect([actor.isIdle, actor.size, actor.depth]).toEqual([true, 7, 0]);
    ask('add');
    expect([actor.isIdle, actor.isLeaving]).toEqual([false, false]);
    trust.holds = false;
    durable(0);
    expect(actor.isIdle).toBe(false);
    trust.holds = true;
    actor.expireDeadlines(env.monotonic());
    expect(actor.isIdle).toBe(true);
  });

  it('is nothing yet while it is loaded, and neither is it idle', () => {
    const { actor, ask } = bench();
    actor.start();
    expect(actor.isIdle).toBe(false);
    ask('total');
    expect([actor.isIdle, actor.size, actor.depth]).toEqual([false, 0, 1]);
  });

  it('tells how long an output was held', async () => {
    const { ask, durable, env, heard } = await started();
    ask('add');
    await env.advance(30);
    durable(0);
    expect(heard).toEqual([['waited', 30], ['committed', 'counting', 'a', 'add'], { to: 'stream', item: 1 }]);
  });

  it('hears nothing any more once it is over', async () => {
    const { actor, ask, durable, units, ended, heard, answers } = await started();
    ask('add');
    actor.evict();
    expect([answers, ended]).toEqual([
      ['unavailable'],
      [{ undecided: [], unsettled: { announcedTo: 0, isUnknown: true } }],
    ]);
    heard.length = 0;
    durable(0);
    actor.conflict(1);
    actor.failed(1, new Error('late'));
    actor.evict();
    actor.durable((units[0] as { unit: CommitUnit }).unit, 1);
    expect([heard, ended.length]).toEqual([[], 1]);
  });

  it('knows of no write on its way once all are durable', async () => {
    const { actor, ask, durable, ended } = await started();
    ask('add');
    durable(0);
    actor.evict();
    expect(ended).toEqual([{ undecided: [], unsettled: { announcedTo: 1, isUnknown: false } }]);
  });

  it('takes a conflict or a failure of what is durable for none', async () => {
    const { actor, ask, durable, kind, heard, ended } = await started();
    ask('add');
    durable(0);
    heard.length = 0;
    actor.conflict(1);
    actor.failed(1, new Error('late'));
    expect([heard, ended, kind.loads.length, actor.isIdle]).toEqual([[], [], 1, true]);
  });

  it('decides again after a conflict, on a memory made anew that knows where the first one ended', async () => {
    const { actor, ask, kind, heard, units, answers, durable } = await started();
    ask('add');
    ask('total');
    actor.conflict(1);
    expect(heard).toEqual([['cancel', 'counting:a']]);
    await breath();
    expect([kind.loads, kind.turns]).toEqual([
      [null, { announcedTo: 0, isUnknown: false }],
      ['add', 'total', 'add', 'total'],
    ]);
    expect(units.map(({ number }) => number)).toEqual([1, 1]);
    durable(1);
    expect(answers).toEqual([1, 1]);
  });

  it('leaves the room to the other owner after a conflict for which nobody waits', async () => {
    const { actor, ask, ended, kind, env } = await started();
    ask('add', 5);
    await env.advance(6);
    actor.expireDeadlines(env.monotonic());
    actor.conflict(1);
    expect([ended, kind.loads.length]).toEqual([
      [{ undecided: [], unsettled: { announcedTo: 0, isUnknown: false } }],
      1,
    ]);
  });

  it('is given up with a store that fails, and says so', async () => {
    const { actor, ask, ended, heard, answers } = await started();
    ask('add');
    ask('total');
    actor.failed(1, new Error('no store'));
    expect(heard).toEqual(['no store', ['cancel', 'counting:a']]);
    expect([answers, ended.length, ended[0]?.unsettled?.isUnknown]).toEqual([['unavailable', 'unavailable'], 1, true]);
  });

  it('ends with those who wait when it cannot be loaded', async () => {
    const { kind, actor, ask, heard, answers, ended } = bench();
    kind.outcome = { error: new Error('unreadable') };
    actor.start();
    ask('total');
    await breath();
    expect([heard, answers, ended]).toEqual([['unreadable'], ['unavailable'], [{ undecided: [], unsettled: null }]]);
  });

  it('answers a turn that throws, and is loaded anew once what it holds has left', async () => {
    const { ask, kind, answers, durable, trust, actor, env } = await started();
    ask('add');
    ask('break');
    ask('total');
    expect([answers, kind.loads.length]).toEqual([['internal_error'], 1]);
    trust.holds = false;
    durable(0);
    await breath();
    expect([answers, kind.loads.length]).toEqual([['internal_error'], 1]);
    trust.holds = true;
    actor.expireDeadlines(env.monotonic());
    await breath();
    expect([answers, kind.loads.length]).toEqual([['internal_error', 1, 0], 2]);
  });

  it('is loaded anew at once where nothing is held, though an output that waits for trust alone is waited for', async () => {
    const { ask, kind, trust, answers } = await started();
    ask('break');
    await breath();
    expect(kind.loads.length).toBe(2);
    trust.holds = false;
    ask('total');
    ask('break');
    await breath();
    expect([kind.loads.length, answers]).toEqual([2, ['internal_error', 'internal_error']]);
  });

  it('is loaded anew after a unit that changes what memory is made of, and after a mistake in what follows one', async () => {
    const { ask, kind, durable, heard } = await started();
    ask('rewrite');
    expect(kind.loads.length).toBe(1);
    durable(0);
    await breath();
    expect(kind.loads.length).toBe(2);
    ask('add');
    kind.settledError = new Error('afterwards');
    durable(1);
    await breath();
    expect([kind.loads.length, heard.includes('afterwards')]).toEqual([3, true]);
  });

  it('decides nothing after the deadline of a command', async () => {
    const { ask, kind, answers, env, durable } = await started();
    ask('add', env.monotonic());
    expect([kind.turns, answers]).toEqual([[], ['unavailable']]);
    ask('add', env.monotonic() + 1);
    durable(0);
    expect([kind.turns, answers]).toEqual([['add'], ['unavailable', 1]]);
  });

  describe('that reads for a command', () => {
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
  });

  it('tells nothing of a load that ends after the actor was given to another owner', async () => {
    const { actor, kind, ask, heard, ended, answers } = bench();
    kind.outcome = { outputs: [{ to: 'stream', item: 'place' }] };
    actor.start();
    actor.evict();
    await breath();
    ask('total');
    expect([heard, ended.length, kind.turns, answers, actor.size]).toEqual([[['cancel', 'counting:a']], 1, [], [], 0]);
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

  it('puts back what an earlier one left undecided, before what came since', async () => {
    const { actor, kind, ask, answers } = bench();
    ask('total');
    const settle = () => answers.push('inherited');
    const rest = { weight: 1, urgent: false, deadline: 99, attempt: 0, ready: false, rounds: 0, readingSince: null };
    actor.inherit([{ command: { type: 'read' }, settled: false, settle, ...rest } as unknown as Envelope<Command>]);
    actor.start();
    await breath();
    expect([kind.turns, answers]).toEqual([
      ['read', 'total'],
      ['inherited', 0],
    ]);
  });

  it('tells what it was loaded with once its claim is durable', async () => {
    const { actor, kind, heard, units, durable } = bench();
    kind.outcome = { claim: { writes: [] }, outputs: [{ to: 'stream', item: 'place' }] };
    actor.start();
    await breath();
    expect([units.length, heard]).toEqual([1, []]);
    durable(0);
    expect(heard).toEqual([['waited', 0], { to: 'stream', item: 'place' }]);
  });

  it('tells what it was loaded with only while its lease is trusted', async () => {
    const { actor, kind, heard, trust, env } = bench();
    kind.outcome = { outputs: [{ to: 'stream', item: 'place' }] };
    trust.holds = false;
    actor.start();
    await breath();
    expect(heard).toEqual([]);
    trust.holds = true;
    actor.expireDeadlines(env.monotonic());
    expect(heard).toEqual([['waited', 0], { to: 'stream', item: 'place' }]);
  });
});
