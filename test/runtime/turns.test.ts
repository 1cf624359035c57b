import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { breath } from '../support/time/virtual-env.js';
import { add, type Bench, describeActors, startTallies, type TallyCommand, value } from './tally.js';

describeActors('turns', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    bench = startTallies(store);
  });
  afterEach(() => bench.env.until(bench.system.stop()));

  const ask = (command: TallyCommand, id = 'a') => bench.ask(id, command);
  /** Appends wait at a door; `arrived` tells how many have come. */
  const barAppends = (): Barrier => {
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    return barrier;
  };

  it('run in the order of arrival, one after the other', async () => {
    const answers = await Promise.all([ask(add(1)), ask(add(2)), ask({ type: 'total' }), ask(add(3))]);
    expect(answers.map(value)).toEqual([1, 3, 3, 6]);
    expect(bench.kind.turns).toEqual(['add 1', 'add 2', 'total', 'add 3']);
  });

  it('share one load, however many ask at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask(add(1))));
    expect(bench.kind.loads).toBe(1);
  });

  it('go on while the store is slow, but nothing leaves before it is durable, reads included', async () => {
    await ask(add(1));
    const barrier = barAppends();
    const left: unknown[] = [];
    const items: unknown[] = [];
    bench.system.streams('tally').watch('a', (item) => items.push(item));
    const asked = [add(2), { type: 'total' } as const, add(3), { type: 'refuse' } as const].map((command) =>
      ask(command).then((answer) => left.push(value(answer))),
    );
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    await poll(() => bench.kind.turns.length === 5, { until: 'all turns have run' });
    await breath();
    expect([left, items]).toEqual([[], []]);
    barrier.open();
    await Promise.all(asked);
    expect(left).toEqual([3, 3, 6, 'not_allowed']);
    expect(items).toEqual([
      { seq: 2, n: 2 },
      { seq: 3, n: 3 },
    ]);
  });

  it('wait for projections too: an answer leaves after the writes that follow its entry', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'write');
    let answered = false;
    const asked = ask({ type: 'add', n: 5, projected: 1 }).then(() => {
      answered = true;
    });
    await poll(() => barrier.arrived > 0, { until: 'the projection is on its way' });
    await breath();
    expect(answered).toBe(false);
    barrier.open();
    await asked;
    expect(await store.get('meta', 'mark0:a')).toMatchObject({ n: 5 });
  });

  it('tell other actors only once they are durable', async () => {
    const barrier = barAppends();
    const asked = ask({ type: 'add_and_tell', n: 4, to: 'b' });
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    expect(bench.system.activeCount).toBe(1);
    barrier.open();
    await asked;
    expect(value(await ask({ type: 'total' }, 'b'))).toBe(4);
  });

  it('of a full mailbox are refused at once, except urgent ones', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'range');
    const waiting = Array.from({ length: 460 }, () => ask(add(1)));
    expect(await ask(add(1))).toEqual({ ok: false, code: 'overloaded', retryAfterMs: 1_000 });
    const urgent = ask({ type: 'total', urgent: true });
    barrier.open();
    expect(value(await urgent)).toBe(460);
    expect((await Promise.all(waiting)).every(({ ok }) => ok)).toBe(true);
  });

  it('whose deadline has passed are answered and never run', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'range');
    const short = bench.ask('a', add(1), { deadlineMs: 1_000 });
    const long = bench.ask('a', add(2), { deadlineMs: 30_000 });
    await bench.env.advance(1_500);
    expect(await short).toMatchObject({ ok: false, code: 'unavailable' });
    barrier.open();
    expect(value(await long)).toBe(2);
    expect(bench.kind.turns).toEqual(['add 2']);
  });

  it('are answered at their deadline although the store is silent, and what they wrote stands', async () => {
    await ask(add(1));
    const barrier = barAppends();
    const asked = bench.ask('a', add(2), { deadlineMs: 2_000 });
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    await bench.env.advance(2_500);
    expect(await asked).toMatchObject({ ok: false, code: 'unavailable', retryAfterMs: 1_000 });
    barrier.open();
    expect(value(await ask({ type: 'total' }))).toBe(3);
  });

  it('end when nobody can be loaded: everybody is answered', async () => {
    store.fault = ({ op }) => {
      if (op === 'range') throw new Error('unreadable');
    };
    const answers = await Promise.all([ask(add(1)), ask(add(2))]);
    expect(answers.map(value)).toEqual(['unavailable', 'unavailable']);
    expect(bench.errors).toEqual([{ message: 'unreadable', id: 'a' }]);
    store.fault = () => undefined;
    expect(value(await ask(add(3)))).toBe(3);
  });
});
