/** One actor in memory: what it does when what it hears comes late, twice or never. */
import type { CommitUnit } from '#actors/runtime/kind.js';
import type { Envelope } from '#actors/runtime/mailbox.js';
import { breath } from '../support/time/virtual-env.js';
import { bench, type Command, started } from './counting-actor.js';

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

  it('tells nothing of a load that ends after the actor was given to another owner', async () => {
    const { actor, kind, ask, heard, ended, answers } = bench();
    kind.outcome = { outputs: [{ to: 'stream', item: 'place' }] };
    actor.start();
    actor.evict();
    await breath();
    ask('total');
    expect([heard, ended.length, kind.turns, answers, actor.size]).toEqual([[['cancel', 'counting:a']], 1, [], [], 0]);
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
