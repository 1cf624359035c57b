/** The lanes by themselves, on a store in memory: which units share a batch, and what becomes of each of them. */
import { CommitLanes, type LaneOptions } from '#actors/runtime/commit-lanes.js';
import { goOn } from '#actors/runtime/crash-points.js';
import type { CommitUnit } from '#actors/runtime/kind.js';
import type { UnitOwner } from '#actors/runtime/lanes/waiting-units.js';
import { logId } from '#src/store/collections.js';
import { StoreUnavailable, type Write } from '#src/store/store.js';
import { Documents } from '../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../sim/edges/virtual-store.js';
import { Barrier, type Fault, FaultyStore } from '../support/store/faulty-store.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';

const mark = (id: string, n = 1): Write => ({ op: 'put', in: 'meta', doc: { _id: id, n } });
const marks = (id: string, count: number): Write[] => Array.from({ length: count }, (_, at) => mark(`${id}.${at}`));
const entry = (id: string, seq: number, commit = `one.${id}${seq}`) => ({ _id: logId(id, seq), room: id, commit });
const unavailable: Fault = (_, phase) => {
  if (phase === 'before') throw new StoreUnavailable('away');
};

function lanes(options: Partial<LaneOptions> = {}) {
  const env = new VirtualEnv();
  const store = new FaultyStore(new VirtualStore(new Documents(), directStoreChannel(env.now)));
  const batches: [units: number, ms: number][] = [];
  const metrics = { batch: (units: number, ms: number) => void batches.push([units, ms]) };
  const own = new CommitLanes({ store, env, crashPoint: goOn, metrics }, options);
  const heard: string[] = [];
  const owners = new Map<string, UnitOwner>();
  const numbers = new Map<string, number>();
  const ownerOf = (key: string): UnitOwner => {
    const made = owners.get(key) ?? {
      key,
      durable: (_, number) => void heard.push(`${key}${number} durable`),
      conflict: (number) => void heard.push(`${key}${number} conflict`),
      failed: (number, error) => void heard.push(`${key}${number} failed: ${(error as Error).message}`),
    };
    owners.set(key, made);
    return made;
  };
  const submit = (key: string, unit: CommitUnit) => {
    const number = (numbers.get(key) ?? 0) + 1;
    numbers.set(key, number);
    own.submit(ownerOf(key), unit, number);
  };
  const append = (key: string, more: Partial<CommitUnit> = {}) => {
    const number = (numbers.get(key) ?? 0) + 1;
    submit(key, { entry: entry(key, number), writes: [], ...more } as CommitUnit);
  };
  const rounds = async (count = 3) => {
    for (let at = 0; at < count; at += 1) await breath();
  };
  /** What the store was asked, without reads. */
  const calls = () =>
    store.calls.splice(0).flatMap((call) => {
      if (call.op === 'append') return [`append ${call.entries.map(({ commit }) => commit).join(' ')}`];
      return call.op === 'write' || call.op === 'transaction' ? [`${call.op} ${call.writes.length}`] : [];
    });
  return { env, store, own, batches, heard, submit, append, rounds, calls, ownerOf };
}

describe('a batch', () => {
  it('writes of each document the newest state alone', async () => {
    const { append, rounds, calls, store } = lanes();
    const head = (seq: number): Write => ({
      op: 'put',
      in: 'rooms',
      doc: { _id: 'ada', rev: seq },
      guard: { olderThan: seq },
    });
    for (const seq of [1, 2, 3]) append('ada', { writes: [head(seq), mark(`own${seq}`)] });
    await rounds();
    expect(calls()).toEqual(['append one.ada1 one.ada2 one.ada3', 'write 4']);
    expect(await store.get('rooms', 'ada')).toEqual({ _id: 'ada', rev: 3 });
  });

  it('carries the units of one round together, and is counted with its time', async () => {
    const { env, store, append, rounds, calls, heard, batches } = lanes();
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'append');
    append('a');
    append('b');
    append('a');
    await rounds();
    await env.advance(7);
    barrier.open();
    await rounds();
    expect(calls()).toEqual(['append one.a1 one.a2 one.b1']);
    expect(heard).toEqual(['a1 durable', 'a2 durable', 'b1 durable']);
    expect(batches).toEqual([[3, 7]]);
  });

  it('takes at most its number of units, shared by the actors that are ready; the others go in the next one', async () => {
    const { append, rounds, calls, heard } = lanes({ batchMax: 3, lanes: 2 });
    for (const key of ['a', 'a', 'b', 'b', 'c']) append(key);
    await rounds();
    expect(calls()).toEqual(['append one.a1 one.b1 one.c1', 'append one.a2 one.b2']);
    expect(heard).toHaveLength(5);
  });

  it('waits where all lanes are at work, and starts with the first that is done', async () => {
    const { store, append, rounds, calls, heard } = lanes({ lanes: 2 });
    const barriers = ['a', 'b'].map((key) => ({ key, barrier: new Barrier() }));
    store.fault = (call, phase) => {
      const id = call.op === 'append' ? call.entries[0]?._id : '';
      return barriers.find(({ key }) => id?.startsWith(`${key}:`))?.barrier.at(() => true)(call, phase);
    };
    for (const key of ['a', 'b', 'c']) {
      append(key);
      await rounds();
    }
    expect(calls()).toEqual(['append one.a1', 'append one.b1']);
    barriers[0]?.barrier.open();
    await rounds();
    expect([calls(), heard]).toEqual([['append one.c1'], ['a1 durable', 'c1 durable']]);
    append('b');
    append('d');
    await rounds();
    expect(calls()).toEqual(['append one.d1']);
    barriers[1]?.barrier.open();
    await rounds();
    expect(calls()).toEqual(['append one.b2']);
  });

  it('is joined by units with few derived writes; those with many go in a lane of their own, one at a time', async () => {
    const { append, rounds, calls, store } = lanes();
    append('a', { writes: marks('a', 32) });
    append('b', { writes: marks('b', 20), after: marks('b', 13) });
    await rounds();
    expect(calls()).toEqual(['append one.a1', 'append one.b1', 'write 32', 'write 20', 'write 13']);
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'append');
    append('c', { writes: marks('c', 33) });
    await rounds();
    append('d', { writes: marks('d', 33) });
    await rounds();
    expect(calls()).toEqual(['append one.c1']);
    barrier.open();
    await rounds();
    expect(calls()).toEqual(['write 33', 'append one.d1', 'write 33']);
  });

  it('takes no further actor once it has a thousand derived writes', async () => {
    const { append, rounds, calls } = lanes();
    append('a', { writes: marks('a', 500) });
    append('b', { writes: marks('b', 499) });
    append('c', { writes: marks('c', 40) });
    append('d', { writes: marks('d', 40) });
    await rounds(6);
    expect(calls()).toEqual(['append one.a1 one.b1 one.c1', 'write 1039', 'append one.d1', 'write 40']);
    append('e', { writes: marks('e', 1_000) });
    append('f', { writes: marks('f', 40) });
    await rounds(6);
    expect(calls()).toEqual(['append one.e1', 'write 1000', 'append one.f1', 'write 40']);
  });

  it('holds the units of an actor up to the first that goes alone', async () => {
    const { append, submit, rounds, calls, heard } = lanes();
    append('a');
    append('a');
    submit('a', { transaction: [mark('t')] });
    submit('a', { transaction: [mark('u')] });
    append('a', { writes: marks('a', 40) });
    append('a');
    await rounds(9);
    expect(calls()).toEqual([
      'append one.a1 one.a2',
      'transaction 1',
      'transaction 1',
      'append one.a5',
      'write 40',
      'append one.a6',
    ]);
    expect(heard).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((each) => `${each} durable`));
  });

  it('asks the store for nothing where a unit holds nothing', async () => {
    const { submit, rounds, calls, heard, batches } = lanes();
    submit('a', { writes: [] });
    await rounds();
    expect([calls(), heard, batches.length]).toEqual([[], ['a1 durable'], 1]);
  });

  it('leaves out what was cancelled before it began, in either kind of lane', async () => {
    const { own, ownerOf, append, rounds, calls, heard } = lanes();
    append('a');
    append('b', { writes: marks('b', 40) });
    append('c');
    own.cancel(ownerOf('a'));
    own.cancel(ownerOf('b'));
    await rounds();
    expect([calls(), heard]).toEqual([['append one.c1'], ['c1 durable']]);
  });
});

describe('an outcome', () => {
  it('of another owner’s entry is a conflict of that actor alone, from that unit on', async () => {
    const { store, append, rounds, heard, calls } = lanes();
    await store.append([entry('b', 2, 'other.1')]);
    calls();
    for (const key of ['a', 'b', 'b', 'b', 'c']) append(key);
    await rounds(6);
    expect(heard).toEqual(['a1 durable', 'b1 durable', 'c1 durable', 'b2 conflict']);
    expect(calls()).toEqual(['append one.a1 one.b1 one.b2 one.b3 one.c1', 'append one.c1']);
  });

  it('that is a conflict of an earlier activation leaves the units of the later one, which wait behind it', async () => {
    const { own, store, append, rounds, heard } = lanes();
    const barrier = new Barrier();
    await store.append([entry('a', 1, 'other.1')]);
    store.fault = barrier.at(({ op }) => op === 'append');
    append('a');
    await rounds();
    const tell = (what: string) => (_: unknown, number: number) => void heard.push(`later ${number} ${what}`);
    const conflict = (number: number) => void heard.push(`later ${number} conflict`);
    const later: UnitOwner = { key: 'a', durable: tell('durable'), conflict, failed: conflict };
    for (const seq of [2, 3])
      own.submit(later, { entry: entry('a', seq, `two.${seq}`), writes: [] } as CommitUnit, seq);
    barrier.open();
    await rounds(6);
    expect(heard).toEqual(['a1 conflict', 'later 2 durable', 'later 3 durable']);
    expect((await store.range('log', { index: '_id', limit: 9 })).map(({ _id }) => _id)).toEqual(
      [1, 2, 3].map((seq) => logId('a', seq)),
    );
  });

  it('of an own entry that is there already is success, and what follows it is appended', async () => {
    const { store, append, rounds, heard, calls } = lanes();
    await store.append([entry('a', 1)]);
    calls();
    append('a');
    append('a');
    append('b');
    await rounds(6);
    expect(heard).toEqual(['a1 durable', 'a2 durable', 'b1 durable']);
    expect(calls()).toEqual(['append one.a1 one.a2 one.b1', 'append one.a2 one.b1']);
  });

  it('that stays unknown fails the first unit of each actor, after eight seconds of tries', async () => {
    const { env, store, append, rounds, heard } = lanes();
    store.fault = unavailable;
    for (const key of ['a', 'a', 'b']) append(key);
    await rounds();
    await env.advance(5_900);
    expect(heard).toEqual([]);
    await env.advance(2_600);
    expect(heard).toEqual(['a1 failed: away', 'b1 failed: away']);
    expect(store.calls.length).toBeGreaterThan(8);
    expect(store.calls.length).toBeLessThan(24);
  });

  it('of derived writes that stays unknown fails an actor that has units in the store, and lost a later one', async () => {
    const { env, store, append, rounds, heard } = lanes();
    await store.append([entry('a', 1, 'other.1'), entry('b', 2, 'other.2')]);
    store.fault = (call, phase) => (call.op === 'write' ? unavailable(call, phase) : undefined);
    append('a');
    for (const key of ['b', 'b', 'c']) append(key, { writes: [mark(key)] });
    await rounds();
    await env.advance(9_000);
    // The log has b1: deciding it again would refuse a command that was carried out.
    expect(heard).toEqual(['b1 failed: away', 'c1 failed: away', 'a1 conflict', 'b2 conflict']);
  });

  it('is asked for again where the pause ends within the time for that, to the millisecond', async () => {
    for (const [retryTimeoutMs, tries] of [
      [19, 1],
      [20, 2],
    ] as const) {
      const { env, store, append, rounds } = lanes({ retryTimeoutMs });
      store.fault = unavailable;
      append('a');
      await rounds();
      await env.advance(100);
      expect(store.calls.length).toBe(tries);
    }
  });

  it('is asked for again after pauses that grow from twenty milliseconds to a second', async () => {
    const { env, store, append, rounds } = lanes({ retryTimeoutMs: 20_000 });
    const at: number[] = [];
    store.fault = (call, phase) => {
      if (phase === 'before') at.push(env.monotonic());
      return unavailable(call, phase);
    };
    append('a');
    await rounds();
    await env.advance(25_000);
    const pauses = at.slice(1).map((each, index) => each - (at[index] as number));
    for (const [index, pauseMs] of pauses.entries()) {
      const meant = Math.min(20 * 2 ** index, 1_000);
      expect(pauseMs).toBeGreaterThanOrEqual(meant * 0.5);
      expect(pauseMs).toBeLessThanOrEqual(meant * 1.5);
    }
    expect(new Set(pauses.slice(6).map(Math.round)).size).toBeGreaterThan(5);
    expect(at.at(-1)).toBeLessThanOrEqual(20_500);
  });

  it('that is a mistake is one actor’s: the others go again without it, and no time is lost', async () => {
    const { env, store, append, rounds, heard } = lanes();
    store.fault = (call, phase) => {
      if (call.op === 'append' && phase === 'before' && call.entries.some(({ _id }) => _id.startsWith('b:')))
        throw new TypeError('not storable');
    };
    for (const key of ['a', 'b', 'b', 'c']) append(key);
    await rounds(9);
    expect(heard).toEqual(['a1 durable', 'b1 failed: not storable', 'c1 durable']);
    expect(env.monotonic()).toBe(0);
    append('a');
    await rounds();
    expect(heard.at(-1)).toBe('a2 durable');
  });

  it('of an outage is told once to each, and does not split the batch', async () => {
    const { env, store, append, rounds, heard, calls } = lanes({ retryTimeoutMs: 10 });
    store.fault = unavailable;
    append('a');
    append('b');
    await rounds();
    await env.advance(100);
    expect([heard, calls()]).toEqual([['a1 failed: away', 'b1 failed: away'], ['append one.a1 one.b1']]);
  });

  it('of a refused transaction is a conflict; of an own one whose answer was lost it is success', async () => {
    const { env, store, submit, rounds, heard } = lanes();
    const put = (id: string, lastCommit: string): Write => ({
      op: 'put',
      in: 'meta',
      doc: { _id: id, lastCommit },
      guard: { absent: true },
    });
    await store.write([put('t', 'other')]);
    submit('a', { transaction: [put('t', 'mine')] });
    await rounds();
    expect(heard.splice(0)).toEqual(['a1 conflict']);
    let losses = 1;
    store.fault = (call, phase) => {
      if (call.op !== 'transaction' || phase !== 'after' || losses === 0) return;
      losses -= 1;
      throw new StoreUnavailable('the answer is lost');
    };
    submit('b', { transaction: [put('u', 'mine')] });
    await rounds();
    await env.advance(40);
    await rounds();
    expect(heard.splice(0)).toEqual(['b1 durable']);
    // Nothing in it could carry a commit id: it is taken for another's.
    submit('c', { transaction: [{ op: 'put', in: 'meta', doc: { _id: 'u' }, guard: { absent: true } }] });
    await rounds();
    expect(heard.splice(0)).toEqual(['c1 conflict']);
    store.fault = unavailable;
    submit('d', { transaction: [put('v', 'mine')] });
    await rounds();
    await env.advance(9_500);
    expect(heard).toEqual(['d1 failed: away']);
  });

  it('of an entry with a record is that of both at once, and its derived writes follow', async () => {
    const { append, rounds, calls, heard, store } = lanes();
    const record: Write = { op: 'put', in: 'answers', doc: { _id: 'r', commit: 'x', rev: 1 } };
    append('a', { record, writes: [mark('m')], after: [mark('n'), mark('o')] });
    append('b');
    await rounds(6);
    expect(calls().sort()).toEqual(['append one.b1', 'transaction 2', 'write 1', 'write 2']);
    expect(heard.sort()).toEqual(['a1 durable', 'b1 durable']);
    expect(await store.get('log', logId('a', 1))).toMatchObject({ commit: 'one.a1' });
  });
});
