/** More is decided than the store takes: what would have to wait for long is refused before it is decided. */
import { CommitLanes } from '#actors/runtime/commit-lanes.js';
import { goOn } from '#actors/runtime/crash-points.js';
import type { UnitOwner } from '#actors/runtime/lanes/waiting-units.js';
import { Documents } from '../../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../../sim/edges/virtual-store.js';
import { type Barrier, FaultyStore, Barrier as StoreBarrier } from '../../support/store/faulty-store.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const WAITING_MAX = 4_096;

let lanes: CommitLanes;
let barrier: Barrier;
let env: VirtualEnv;
let count: number;
beforeEach(() => {
  env = new VirtualEnv();
  const store = new FaultyStore(new VirtualStore(new Documents(), directStoreChannel(env.now)));
  barrier = new StoreBarrier();
  store.fault = barrier.at(({ op }) => op === 'write');
  lanes = new CommitLanes({ store, env, crashPoint: goOn, metrics: undefined });
  count = 0;
});

const ownerOf = (key: string): UnitOwner => ({
  key,
  durable: () => undefined,
  conflict: () => undefined,
  failed: () => undefined,
});

function submit(key: string, units: number): UnitOwner {
  const owner = ownerOf(key);
  for (let at = 0; at < units; at += 1) {
    count += 1;
    const write = { op: 'put', in: 'meta', doc: { _id: `${count}`, n: 1 } } as const;
    lanes.submit(owner, { writes: [write] }, count);
  }
  return owner;
}

describe('units that wait for the store', () => {
  it('crowd out further commands of their actor from the bound on, and of no other', () => {
    submit('flood', WAITING_MAX - 1);
    expect(lanes.isCrowded('flood')).toBe(false);
    submit('flood', 1);
    expect(lanes.isCrowded('flood')).toBe(true);
    expect(lanes.isCrowded('quiet')).toBe(false);
    submit('quiet', 1);
    expect(lanes.isCrowded('quiet')).toBe(false);
  });

  it('crowd out those actors alone that have more than their share', () => {
    for (const key of ['a', 'b', 'c', 'd']) submit(key, WAITING_MAX / 4);
    expect(['a', 'b', 'c', 'd'].map((key) => lanes.isCrowded(key))).toEqual([true, true, true, true]);
    submit('e', WAITING_MAX / 8);
    expect([lanes.isCrowded('a'), lanes.isCrowded('e')]).toEqual([true, false]);
  });

  it('crowd out from half of the bound on once the first of the actor has waited for a quarter of a second', async () => {
    submit('flood', WAITING_MAX / 2 - 1);
    await env.advance(250);
    expect(lanes.isCrowded('flood')).toBe(false);
    submit('flood', 1);
    expect(lanes.isCrowded('flood')).toBe(true);
  });

  it('do not crowd out from half of the bound on while the first of the actor has waited for less', async () => {
    submit('flood', WAITING_MAX / 2);
    await env.advance(249);
    expect(lanes.isCrowded('flood')).toBe(false);
  });

  it('do not count any more once the store has taken them, or their actor has given them up', async () => {
    const owner = submit('flood', WAITING_MAX);
    lanes.cancel(owner);
    expect(lanes.isCrowded('flood')).toBe(false);
    submit('flood', WAITING_MAX);
    expect(lanes.isCrowded('flood')).toBe(true);
    barrier.open();
    for (let round = 0; round < 1_000; round += 1) await breath();
    expect(lanes.isCrowded('flood')).toBe(false);
    submit('flood', WAITING_MAX - 1);
    expect(lanes.isCrowded('flood')).toBe(false);
  });

  it('may be as many as the store took in a quarter of a second', async () => {
    barrier.open();
    await env.advance(1_000);
    submit('busy', 20_000);
    for (let round = 0; round < 2_000; round += 1) await breath();
    await env.advance(1_000);
    submit('flood', 4_800);
    expect(lanes.isCrowded('flood')).toBe(false);
    submit('flood', 300);
    expect(lanes.isCrowded('flood')).toBe(false);
    await env.advance(250);
    expect(lanes.isCrowded('flood')).toBe(true);
  });
});
