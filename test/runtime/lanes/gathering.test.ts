/** Which groups wait for more units, and for how long: by the rule alone, and by the lanes that ask it. */
import { CommitLanes, type LaneOptions } from '#actors/runtime/commit-lanes.js';
import { goOn } from '#actors/runtime/crash-points.js';
import { Gathering } from '#actors/runtime/lanes/gathering.js';
import type { UnitOwner } from '#actors/runtime/lanes/waiting-units.js';
import { Documents } from '../../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../../sim/edges/virtual-store.js';
import { Barrier, FaultyStore } from '../../support/store/faulty-store.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const MAX_MS = 4;

function rule(maxMs = MAX_MS) {
  const env = new VirtualEnv();
  const gathering = new Gathering(env, maxMs, () => undefined);
  /** One group of a unit, joined by others after so many ms each. Answers how long it waited. */
  const group = async (...joinedAfter: number[]): Promise<number> => {
    const startedAt = env.monotonic();
    let units = 1;
    let isHeld = gathering.holds(units);
    for (const at of joinedAfter) {
      await env.advance(startedAt + at - env.monotonic());
      units += 1;
      isHeld &&= gathering.holds(units);
    }
    while (isHeld) {
      await env.advance(0.25);
      isHeld = gathering.holds(units);
    }
    gathering.left();
    const waited = env.monotonic() - startedAt;
    await env.advance(100);
    return waited;
  };
  /** How many of so many lone groups waited. */
  const waitsOf = async (groups: number): Promise<number> => {
    let waits = 0;
    for (let at = 0; at < groups; at += 1) if ((await group()) > 0) waits += 1;
    return waits;
  };
  return { env, gathering, group, waitsOf };
}

describe('a wait for more units', () => {
  it('goes on while waits are joined', async () => {
    const { group } = rule();
    for (let at = 0; at < 20; at += 1) expect(await group(3)).toBe(MAX_MS);
  });

  it('is left out for twice as many groups each time that nobody has joined, up to 255', async () => {
    const { group } = rule();
    const pauses: number[] = [];
    for (let groups = 0; pauses.length < 12; groups += 1) {
      if ((await group()) === 0) continue;
      pauses.push(groups);
      groups = -1;
    }
    expect(pauses).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255]);
  });

  it('is tried again more often once one was joined, and then for every group', async () => {
    const { group, waitsOf } = rule();
    expect(await waitsOf(15)).toBe(4);
    const until = async () => {
      for (let groups = 0; ; groups += 1) if ((await group(3)) > MAX_MS - 1) return groups;
    };
    expect([await until(), await until(), await until(), await until()]).toEqual([15, 3, 0, 0]);
  });

  it('becomes as short as senders need who all speak at once, and long again for those who do not', async () => {
    const { group } = rule();
    for (let at = 0; at < 30; at += 1) await group(0.25);
    expect(await group(0.25)).toBe(1);
    for (let at = 0; at < 30; at += 1) await group(0.75);
    expect(await group(0.75)).toBe(1.5);
    for (let at = 0; at < 30; at += 1) await group(1, 1.25);
    expect(await group(1, 1.25)).toBeGreaterThan(2);
    await group();
    await group();
    expect(await group(3)).toBe(MAX_MS);
  });

  it('takes one timer for a group, whatever joins it, and none once the group has left', () => {
    const { env, gathering } = rule();
    for (let units = 1; units < 9; units += 1) expect(gathering.holds(units)).toBe(true);
    expect(env.timers).toBe(1);
    gathering.left();
    expect(env.timers).toBe(0);
  });

  it('says nothing about the next ones where it was cut short before anybody came', async () => {
    const { gathering, group } = rule();
    expect(gathering.holds(1)).toBe(true);
    gathering.left();
    expect(await group(3)).toBe(MAX_MS);
  });

  it('is not made while somebody hurries, and ends at once', async () => {
    let ended = 0;
    const env = new VirtualEnv();
    const gathering = new Gathering(env, MAX_MS, () => (ended += 1));
    expect(gathering.holds(1)).toBe(true);
    const [one, another] = [gathering.hurry(), gathering.hurry()];
    expect([ended, gathering.holds(1)]).toEqual([1, false]);
    gathering.left();
    one();
    expect(gathering.holds(1)).toBe(false);
    gathering.left();
    another();
    expect(gathering.holds(1)).toBe(true);
  });

  it('is not made at all where its length is 0', async () => {
    const { env, waitsOf } = rule(0);
    expect([await waitsOf(5), env.timers]).toEqual([0, 0]);
  });
});

describe('the lanes', () => {
  function lanes(options: Partial<LaneOptions> = {}) {
    const env = new VirtualEnv();
    const store = new FaultyStore(new VirtualStore(new Documents(), directStoreChannel(env.now)));
    const batches: number[] = [];
    const metrics = { batch: (units: number) => void batches.push(units) };
    const own = new CommitLanes({ store, env, crashPoint: goOn, metrics }, { gatherMs: MAX_MS, ...options });
    const nothing = () => undefined;
    const ownerOf = (key: string): UnitOwner => ({ key, durable: nothing, conflict: nothing, failed: nothing });
    let count = 0;
    const submit = async (key: string, isTransaction = false) => {
      count += 1;
      const write = { op: 'put', in: 'meta', doc: { _id: `${count}`, n: 1 } } as const;
      own.submit(ownerOf(key), isTransaction ? { transaction: [write] } : { writes: [write] }, count);
      for (let round = 0; round < 3; round += 1) await breath();
    };
    return { env, store, own, batches, submit, ownerOf };
  }

  it('send what came within the wait as one batch', async () => {
    const { env, batches, submit } = lanes();
    await submit('a');
    await env.advance(MAX_MS - 1);
    await submit('b');
    expect(batches).toEqual([]);
    await env.advance(1);
    await breath();
    await breath();
    expect(batches).toEqual([2]);
  });

  it('send a full batch, and one with a transaction, at once', async () => {
    const { batches, submit } = lanes({ batchMax: 3 });
    for (const key of ['a', 'b']) await submit(key);
    expect(batches).toEqual([]);
    await submit('c');
    expect(batches).toEqual([3]);
    await submit('a');
    expect(batches).toEqual([3]);
    await submit('b', true);
    expect(batches).toEqual([3, 2]);
    await submit('a');
    expect(batches).toEqual([3, 2]);
  });

  it('send at once what waited while all of them were at work', async () => {
    const { env, store, batches, submit } = lanes({ lanes: 1 });
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'write');
    await submit('a');
    await env.advance(MAX_MS);
    await submit('b');
    await env.advance(MAX_MS - 1);
    await submit('c');
    await env.advance(1);
    expect(batches).toEqual([]);
    barrier.open();
    for (let round = 0; round < 5; round += 1) await breath();
    expect(batches).toEqual([1, 2]);
  });

  it('wait for nobody while the actors stop', async () => {
    const { own, batches, submit } = lanes();
    await submit('a');
    expect(batches).toEqual([]);
    own.hurry();
    for (let round = 0; round < 3; round += 1) await breath();
    expect(batches).toEqual([1]);
    await submit('b');
    expect(batches).toEqual([1, 1]);
  });
});
