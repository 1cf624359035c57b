import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { add, type Bench, describeActors, startTallies, type TallyCommand, value } from './tally.js';

describeActors('a mistake in an actor', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    bench = startTallies(store);
    await bench.ask('a', add(1));
  });
  afterEach(() => bench.env.until(bench.system.stop()));

  const ask = (command: TallyCommand, id = 'a') => bench.ask(id, command);

  it('in a turn answers its command with internal_error, once, and memory is read anew', async () => {
    const answers = await Promise.all([ask({ type: 'break' }), ask({ type: 'total' }), ask(add(2))]);
    expect(answers.map(value)).toEqual(['internal_error', 1, 3]);
    expect(bench.kind.turns.filter((turn) => turn === 'break')).toHaveLength(1);
    expect(bench.kind.loads).toBe(2);
    expect(bench.errors).toEqual([{ message: 'a turn that throws', id: 'a' }]);
  });

  it('in a turn costs nothing that was decided before it', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const before = [ask(add(2)), ask(add(3))];
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    const after = [ask({ type: 'break' }), ask(add(4))];
    barrier.open();
    expect((await Promise.all([...before, ...after])).map(value)).toEqual([3, 6, 'internal_error', 10]);
  });

  it('in what a command needs answers that command, and those behind it are served', async () => {
    const answers = await bench.env.until(Promise.all([ask(add(2)), ask({ type: 'break_early' }), ask(add(3))]));
    expect(answers.map(value)).toEqual([3, 'internal_error', 6]);
    expect(bench.errors).toEqual([{ message: 'needs that throw', id: 'a' }]);
  });

  it('in what a command needs, met while loading, answers that command alone', async () => {
    const answers = await bench.env.until(
      Promise.all([ask({ type: 'break_early' }, 'b'), ask(add(3), 'b'), ask({ type: 'total' }, 'b')]),
    );
    expect(answers.map(value)).toEqual(['internal_error', 3, 3]);
  });

  it('after a commit neither takes the answer back nor touches other actors', async () => {
    await ask(add(5), 'b');
    const answers = await bench.env.until(Promise.all([ask({ type: 'break_late' }), ask(add(7), 'b'), ask(add(1))]));
    expect(answers.map(value)).toEqual([2, 12, 3]);
    expect(bench.errors).toEqual([{ message: 'a mistake in what follows a commit', id: 'a' }]);
  });

  it('in what is told to another actor costs neither the answer nor anybody else theirs', async () => {
    await ask(add(5), 'b');
    const wrong = ask({ type: 'add_and_tell', n: 1, to: 'c', kind: 'nobody' });
    const answers = await bench.env.until(Promise.all([wrong, ask(add(1)), ask(add(7), 'b')]));
    expect(answers.map(value)).toEqual([2, 3, 12]);
    expect(bench.errors.map(({ id }) => id)).toEqual(['a']);
  });

  it('in a listener of a stream costs nobody else the item', async () => {
    const heard: unknown[] = [];
    bench.system.streams('tally').watch('a', () => {
      throw new Error('deaf');
    });
    bench.system.streams('tally').watch('a', (item) => heard.push(item));
    expect(value(await ask(add(2)))).toBe(3);
    expect(heard).toEqual([{ seq: 2, n: 2 }]);
    expect(bench.errors).toEqual([{ message: 'deaf', id: '' }]);
  });

  it("in asking for an unknown kind is the caller's", async () => {
    await expect(bench.system.client('nobody').tryAsk('a', { type: 'total' })).rejects.toThrow(/nobody/);
  });
});

describeActors('what a command needs', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    await store.write([{ op: 'put', in: 'meta', doc: { _id: 'k', n: 40 } }]);
    bench = startTallies(store);
  });
  afterEach(() => bench.env.until(bench.system.stop()));

  it('is read before its turn; later commands wait their turn, in order', async () => {
    const answers = await Promise.all([
      bench.ask('a', { type: 'add_stored', key: 'k' }),
      bench.ask('a', add(2)),
      bench.ask('a', { type: 'total' }),
    ]);
    expect(answers.map(value)).toEqual([40, 42, 42]);
  });

  it('that memory knows by now is not replaced by what was read', async () => {
    const barrier = new Barrier();
    await bench.ask('a', add(0));
    store.fault = barrier.at(({ op, ...call }) => op === 'get' && 'from' in call && call.from === 'meta', 'after');
    const first = bench.ask('a', { type: 'take', key: 'fresh' });
    const second = bench.ask('a', { type: 'take', key: 'fresh' });
    await poll(() => barrier.arrived === 2, { until: 'both have read that there is none' });
    barrier.open();
    expect((await Promise.all([first, second])).map(value)).toEqual(['taken', 'was_taken']);
  });

  it('is read again when something left memory while it was read', async () => {
    await bench.ask('a', add(0));
    const append = new Barrier();
    const reading = new Barrier();
    const bars = [append.at(isAppend), reading.at(({ op }) => op === 'get', 'after')];
    store.fault = (call, phase) => Promise.all(bars.map((bar) => bar(call, phase))).then(() => undefined);
    const forgets = bench.ask('a', { type: 'add_and_forget', n: 0 });
    await poll(() => append.arrived === 1, { until: 'an entry is on its way that lets memory go' });
    const asked = bench.ask('a', { type: 'add_stored', key: 'k' });
    await poll(() => reading.arrived === 1, { until: 'it was read' });
    await store.write([{ op: 'put', in: 'meta', doc: { _id: 'k', n: 41 } }]);
    append.open();
    await forgets;
    reading.open();
    expect(value(await asked)).toBe(41);
  });

  it('cannot be read: that command is unavailable, the others are served', async () => {
    await bench.ask('a', add(0));
    store.fault = (call) => {
      if (call.op === 'get') throw new Error('unreadable');
    };
    const answers = await Promise.all([bench.ask('a', { type: 'add_stored', key: 'k' }), bench.ask('a', add(2))]);
    expect(answers.map(value)).toEqual(['unavailable', 2]);
  });
});
