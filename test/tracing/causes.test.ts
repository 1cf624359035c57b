/** The request behind a command is named by every error that the command causes, at this actor and at those it tells. */
import type { ErrorPlace } from '#actors/runtime/activation-context.js';
import { type AskOptions, type Cause, clientOf, withCause } from '#actors/runtime/client.js';
import { add, type Bench, describeActors, startTallies, type TallyCommand, value } from '../runtime/tally.js';
import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';

const by = (requestId: string): AskOptions => ({ cause: { requestId } });

describeActors('the request of a command', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;
  let places: ErrorPlace[];

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    places = [];
    bench = startTallies(store, { onError: (_, place) => void places.push(place) });
  });
  afterEach(() => bench.env.until(bench.system.stop()));

  it('is named with its mistake, and no other request is', async () => {
    const asked: [TallyCommand, string][] = [
      [add(1), 'r1'],
      [{ type: 'break' }, 'r2'],
      [{ type: 'break_early' }, 'r3'],
    ];
    await bench.env.until(Promise.all(asked.map(([command, id]) => bench.ask('a', command, by(id)))));
    const place = { kind: 'tally', id: 'a' };
    expect(places).toEqual([
      { ...place, command: 'break_early', requestId: 'r3' },
      { ...place, command: 'break', requestId: 'r2' },
    ]);
  });

  it('goes along to an actor that is told something', async () => {
    const tell = { type: 'add_and_tell' as const, n: 1, to: 'b' };
    store.fault = (call, phase) => {
      if (phase === 'before' && call.op === 'append' && call.entries[0]?.room === 'b') throw new Error('planted');
    };
    expect(value(await bench.ask('a', tell, by('r1')))).toBe(1);
    await poll(() => places.length > 0, { until: 'the told actor has failed' });
    expect(places).toEqual([{ kind: 'tally', id: 'b', requestIds: ['r1'] }]);
  });

  it('is named with all that wait for a write that fails, sixteen of them at most', async () => {
    const barrier = new Barrier();
    const held = barrier.at(isAppend);
    store.fault = async (call, phase) => {
      await held(call, phase);
      if (isAppend(call)) throw new Error('planted');
    };
    const asked = Array.from({ length: 20 }, (_, at) => bench.ask('a', add(1), by(`r${at}`)));
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    barrier.open();
    expect(new Set((await Promise.all(asked)).map(value))).toEqual(new Set(['unavailable']));
    expect(places.map(({ requestIds }) => requestIds)).toEqual([Array.from({ length: 16 }, (_, at) => `r${at}`)]);
  });

  it('is not named where there is none', async () => {
    await bench.ask('a', { type: 'break' });
    expect(places).toEqual([{ kind: 'tally', id: 'a', command: 'break' }]);
  });
});

describe('a client within a request', () => {
  const asked: (AskOptions | undefined)[] = [];
  const inner = clientOf<{ type: 'view' }, { view: null }>(async (_, __, options) => {
    asked.push(options);
    return { ok: true, value: null };
  });

  it('names the request of the work it is used in, unless the command has one', async () => {
    let current: Cause | undefined;
    const client = withCause(inner, () => current);
    const own = by('own');
    await client.ask('a', { type: 'view' });
    await client.ask('a', { type: 'view' }, own);
    current = { requestId: 'r1' };
    await client.ask('a', { type: 'view' }, { deadlineMs: 5 });
    await client.tryAsk('a', { type: 'view' }, own);
    expect(asked).toEqual([undefined, own, { deadlineMs: 5, cause: { requestId: 'r1' } }, own]);
    // Without a request nothing is allocated for it.
    expect(asked[1]).toBe(own);
    expect(asked[3]).toBe(own);
  });
});
