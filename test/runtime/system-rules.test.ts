/** A system of actors on a store in memory: what it reports, to whom, and what it answers at its bounds. */
import type { SystemOptions } from '#actors/runtime/actor-system.js';
import type { Ownership } from '#actors/runtime/ownership.js';
import { StoreUnavailable } from '#src/store/store.js';
import { Documents } from '../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../sim/edges/virtual-store.js';
import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';
import { add, startTallies, value } from './tally.js';

const rounds = async (count = 4) => {
  for (let at = 0; at < count; at += 1) await breath();
};

function bench(options: Partial<SystemOptions> = {}) {
  const clock = new VirtualEnv();
  const store = new FaultyStore(
    new VirtualStore(
      new Documents(),
      directStoreChannel(() => clock.now()),
    ),
  );
  const wheres: unknown[] = [];
  const onError = (error: unknown, where: object) => void wheres.push({ message: (error as Error).message, ...where });
  return { ...startTallies(store, { onError, ...options }), store, wheres };
}

/** Every event of the runtime as one line. */
function observer() {
  const lines: string[] = [];
  const say =
    (name: string) =>
    (...words: unknown[]) =>
      void lines.push([name, ...words.map((word) => JSON.stringify(word))].join(' '));
  const names = ['activated', 'passivated', 'began', 'committed', 'actors', 'batch', 'gateWaited'] as const;
  const metrics = Object.fromEntries(names.map((name) => [name, say(name)])) as unknown as SystemOptions['metrics'];
  return { lines, metrics };
}

describe('what a system of actors reports', () => {
  it('names each actor that comes and goes, each turn, and each commit with its time at the gate', async () => {
    const { lines, metrics } = observer();
    const { env, ask, system, store } = bench({ ...(metrics && { metrics }), idleMs: 1_000 });
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const asked = ask('a', add(2));
    await rounds();
    await env.advance(30);
    barrier.open();
    expect(value(await asked)).toBe(2);
    await rounds();
    expect(lines).toEqual([
      'activated "tally"',
      'gateWaited 0',
      'began "tally" "add"',
      'gateWaited 30',
      'committed "tally" "a" "add"',
      'batch 1 30',
    ]);
    lines.length = 0;
    await env.advance(500);
    expect(lines).toEqual(['actors 1 0 []']);
    lines.length = 0;
    await env.advance(1_000);
    await rounds();
    expect(lines.filter((line) => line.startsWith('passivated'))).toEqual(['passivated "tally"']);
    await env.advance(500);
    expect([lines.at(-1), system.activeCount]).toEqual(['actors 0 0 []', 0]);
  });

  it('counts what waits, the deepest mailbox first', async () => {
    const { lines, metrics } = observer();
    const { env, ask, store } = bench({ ...(metrics && { metrics }) });
    await ask('a', add(1));
    await ask('b', add(1));
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'get');
    for (const id of ['a', 'b', 'b']) void ask(id, { type: 'add_stored', key: 'k' });
    await rounds();
    lines.length = 0;
    await env.advance(500);
    const deepest = [
      { kind: 'tally', id: 'b', depth: 2 },
      { kind: 'tally', id: 'a', depth: 1 },
    ];
    expect(lines).toEqual([`actors 2 3 ${JSON.stringify(deepest)}`]);
    barrier.open();
  });

  it('is silent, and works, without anybody who listens', async () => {
    const { ask, env } = bench();
    expect(value(await ask('a', add(1)))).toBe(1);
    await env.advance(1_000);
  });

  it('says where an error came from: the actor and the command, or the listeners of a stream', async () => {
    const { ask, system, wheres } = bench();
    await ask('a', { type: 'break' });
    await ask('a', { type: 'break_early' });
    system.streams('tally').watch('a', () => {
      throw new Error('a listener');
    });
    await ask('a', add(1));
    expect(wheres).toEqual([
      { message: 'a turn that throws', kind: 'tally', id: 'a', command: 'break' },
      { message: 'needs that throw', kind: 'tally', id: 'a', command: 'break_early' },
      { message: 'a listener', kind: 'tally', id: '' },
    ]);
  });

  it('tells people’s events to every listener, whichever actor they come from', async () => {
    const { ask, kind, system, wheres } = bench();
    const turn = kind.turn.bind(kind);
    kind.turn = (...given) => {
      const turned = turn(...given);
      const event = { to: 'people' as const, event: { of: given[0].id } };
      return turned.kind === 'commit' ? { ...turned, outputs: [event] } : turned;
    };
    const heard: unknown[] = [];
    const stop = system.listen((event) => heard.push(event));
    system.listen(() => {
      throw new Error('a listener');
    });
    await ask('a', add(1));
    await ask('b', add(1));
    stop();
    await ask('b', add(1));
    expect(heard).toEqual([{ of: 'a' }, { of: 'b' }]);
    expect(wheres[0]).toEqual({ message: 'a listener', kind: 'people', id: '' });
  });
});

describe('a system of actors at its bounds', () => {
  it('answers overloaded at once where a mailbox is full, and a moment to wait', async () => {
    const { ask, store } = bench();
    await ask('a', add(1));
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'get');
    for (let at = 0; at < 460; at += 1) void ask('a', { type: 'add_stored', key: 'k' });
    expect(await ask('a', add(1))).toEqual({ ok: false, code: 'overloaded', retryAfterMs: 1_000 });
    const urgent = ask('a', { type: 'total', urgent: true });
    barrier.open();
    expect(value(await urgent)).toBe(1);
  });

  it('waits ten seconds for an answer where nobody says for how long, and else that long', async () => {
    const { env, ask, store } = bench();
    store.fault = new Barrier().at(({ op }) => op === 'range');
    const answers: unknown[] = [];
    void ask('a', { type: 'total' }).then((answer) => answers.push(answer));
    void ask('a', { type: 'total' }, { deadlineMs: 1_000 }).then((answer) => answers.push(answer));
    await env.advance(999);
    expect(answers).toEqual([]);
    await env.advance(1);
    await rounds(1);
    expect(answers).toEqual([{ ok: false, code: 'unavailable', retryAfterMs: 1_000 }]);
    await env.advance(8_999);
    expect(answers).toHaveLength(1);
    await env.advance(1);
    await rounds(1);
    expect(answers).toHaveLength(2);
  });

  it('lets an actor rest after its time and not at it', async () => {
    const { env, ask, system } = bench({ idleMs: 1_000 });
    await ask('a', { type: 'total' });
    await env.advance(1_000);
    expect(system.activeCount).toBe(1);
    await env.advance(500);
    expect(system.activeCount).toBe(0);
  });

  it('knows the bytes of all its actors', async () => {
    const { ask, kind, system } = bench();
    expect(system.activeBytes).toBe(0);
    kind.size = 300;
    await ask('a', { type: 'total' });
    await ask('b', { type: 'total' });
    expect([system.activeBytes, system.activeCount]).toEqual([600, 2]);
  });

  it('throws for a kind that nobody registered', async () => {
    const { system } = bench();
    const { tryAsk } = system.client<{ type: string }, Record<string, unknown>>('other');
    await expect(tryAsk('a', { type: 'x' })).rejects.toThrow('other');
  });

  it('wakes an actor that was busy when it went to another owner, and no other', async () => {
    const told: unknown[] = [];
    const owner: Ownership = {
      token: () => 'one',
      holds: () => true,
      takes: () => true,
      tell: (...message) => void told.push(message),
    };
    const { ask, system, kind, store } = bench({ owner });
    await ask('idle', add(1));
    store.fault = new Barrier().at(isAppend);
    void ask('busy', add(1));
    await rounds();
    system.evict((id) => id === 'busy');
    expect(told).toEqual([]);
    Object.assign(kind, { wake: { type: 'total' } });
    void ask('busy', add(1));
    await rounds();
    system.evict(() => true);
    expect(told).toEqual([['tally', 'busy', { type: 'total' }]]);
  });

  it('loads less of an actor once memory is close to its budget', async () => {
    const { env, ask, kind } = bench({ budgetBytes: 100 });
    const tight: unknown[] = [];
    const load = kind.load.bind(kind);
    kind.load = (id, io) => {
      tight.push(io.isTight);
      return load(id, io);
    };
    kind.size = 95;
    await ask('a', { type: 'total' });
    await env.advance(500);
    await ask('b', { type: 'total' });
    expect(tight).toEqual([false, true]);
  });

  it('knows every command of a kind that names none, and of others those that they name', () => {
    const { system, kind } = bench();
    expect([system.knows('tally', 'add'), system.knows('unheard-of', 'add')]).toEqual([true, true]);
    Object.assign(kind, { knows: (type: string) => type === 'add' });
    expect([system.knows('tally', 'add'), system.knows('tally', 'subtract')]).toEqual([true, false]);
  });

  it('evicts the actors that are meant, and no others', async () => {
    const { ask, system, kind } = bench();
    await Promise.all(['a', 'b', 'c'].map((id) => ask(id, add(1))));
    system.evict((id) => id !== 'b');
    expect(system.activeCount).toBe(1);
    await ask('b', { type: 'total' });
    expect(kind.loads).toBe(3);
  });

  it('drains the actors that are meant: they rest with a checkpoint, or are evicted where the lease is gone', async () => {
    let isTrusted = true;
    const owner: Ownership = { token: () => 'one', holds: () => isTrusted, takes: () => true, tell: () => undefined };
    const { ask, env, system, store } = bench({ owner });
    await Promise.all(['a', 'b', 'c'].map((id) => ask(id, add(1))));
    await env.until(system.drain((id) => id === 'a', 1_000));
    expect([system.activeCount, await store.get('meta', 'tally:a')]).toMatchObject([2, { total: 1 }]);
    isTrusted = false;
    await env.until(system.drain((id) => id === 'b', 1_000));
    expect([system.activeCount, await store.get('meta', 'tally:b')]).toEqual([1, null]);
  });

  it('lets no commit wait for others while actors drain or stop, only between', async () => {
    const { ask, env, system } = bench({ lanes: { gatherMs: 1_000 } });
    const asked = ask('a', add(1));
    await rounds();
    await env.until(system.drain((id) => id === 'a', 10_000));
    expect([value(await asked), env.monotonic() < 100]).toEqual([1, true]);
    await env.until(ask('c', { type: 'total' }));
    const waits = ask('c', add(2));
    let isAnswered = false;
    void waits.then(() => (isAnswered = true));
    await rounds();
    expect(isAnswered).toBe(false);
    await env.until(system.stop());
    expect([value(await waits), env.monotonic() < 200]).toEqual([2, true]);
  });

  it('drops what has not finished at the end of a drain, to the millisecond', async () => {
    const { ask, env, system, store } = bench();
    await ask('a', add(1));
    store.fault = new Barrier().at(isAppend);
    void ask('a', add(2));
    await rounds();
    const drained = system.drain(() => true, 100);
    await rounds(1);
    await env.advance(99);
    expect(system.activeCount).toBe(1);
    await env.advance(1);
    expect(system.activeCount).toBe(0);
    await env.advance(5);
    await drained;
  });

  it('leaves no timer behind when it has stopped, and carries out what actors tell each other until then', async () => {
    const { ask, env, system, store } = bench();
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const asked = ask('a', { type: 'add_and_tell', n: 2, to: 'b' });
    await rounds();
    const stopped = system.stop();
    expect(await ask('a', add(1))).toEqual({ ok: false, code: 'unavailable', retryAfterMs: 1_000 });
    barrier.open();
    await env.until(stopped);
    expect(value(await asked)).toBe(2);
    expect([system.activeCount, env.timers]).toEqual([0, 0]);
    expect(await store.get('meta', 'tally:b')).toMatchObject({ total: 2 });
  });

  it('stops although a command has not finished in its time', async () => {
    const { ask, env, system, store } = bench();
    await ask('a', { type: 'total' });
    store.fault = new Barrier().at(({ op }) => op === 'get');
    const asked = ask('a', { type: 'add_stored', key: 'k' }, { deadlineMs: 200 });
    await env.until(system.stop());
    expect(value(await asked)).toBe('unavailable');
    expect(env.monotonic()).toBeLessThan(1_000);
  });

  it('hands a message for an actor of another node to that node, once it is durable', async () => {
    const told: unknown[] = [];
    const owner: Ownership = {
      token: () => 'one',
      holds: () => true,
      takes: (id) => id !== 'far',
      tell: (...message) => void told.push(message),
    };
    const { ask, system } = bench({ owner });
    await ask('a', { type: 'add_and_tell', n: 2, to: 'far' });
    await ask('a', { type: 'add_and_tell', n: 3, to: 'near' });
    expect(told).toEqual([['tally', 'far', { type: 'add', n: 2 }]]);
    await rounds();
    expect(system.activeCount).toBe(2);
  });

  it('gives each commit an id of its own, under its present token', async () => {
    let token = 'one';
    const owner: Ownership = { token: () => token, holds: () => true, takes: () => true, tell: () => undefined };
    const { ask, store } = bench({ owner });
    const commits: unknown[] = [];
    for (const [at, key] of ['k', 'l'].entries()) {
      if (at === 1) token = 'two';
      await ask('a', { type: 'take', key });
      commits.push(((await store.get('meta', key)) as unknown as { lastCommit: string }).lastCommit);
    }
    expect(commits).toEqual(['one.1', 'two.2']);
  });

  it('keeps for the next memory of an actor what the last one left unsettled', async () => {
    const { ask, env, kind, store } = bench({ lanes: { retryTimeoutMs: 100 } });
    const given: unknown[] = [];
    const load = kind.load.bind(kind);
    kind.load = (id, io, unsettled: unknown = null) => {
      given.push(unsettled);
      return load(id, io);
    };
    await ask('a', add(1));
    store.fault = (call, phase) => {
      if (isAppend(call) && phase === 'before') throw new StoreUnavailable('away');
    };
    const lost = ask('a', add(1));
    await rounds();
    await env.advance(500);
    expect(value(await lost)).toBe('unavailable');
    store.fault = () => undefined;
    await ask('a', { type: 'total' });
    expect(given).toEqual([null, { announcedTo: null, isUnknown: true }]);
  });
});
