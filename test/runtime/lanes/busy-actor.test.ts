/** An actor with many units: batches stay short, and what its durable units cause leaves room for the work of others. */
import { CommitLanes, type LaneOptions } from '#actors/runtime/commit-lanes.js';
import { goOn } from '#actors/runtime/crash-points.js';
import type { UnitOwner } from '#actors/runtime/lanes/waiting-units.js';
import { Documents } from '../../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../../sim/edges/virtual-store.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const ACTOR_MAX = 128;
const TOLD_AT_ONCE_MAX = 16;

function lanes(options: Partial<LaneOptions> = {}) {
  const env = new VirtualEnv();
  const store = new VirtualStore(new Documents(), directStoreChannel(env.now));
  const batches: number[] = [];
  const metrics = { batch: (units: number) => void batches.push(units) };
  /** Numbers of durable units by actor, in the order in which the actors heard of them. */
  const told: string[] = [];
  const own = new CommitLanes({ store, env, crashPoint: goOn, metrics }, options);
  const owners = new Map<string, UnitOwner>();
  const ownerOf = (key: string): UnitOwner => {
    const fail = () => void told.push(`${key} failed`);
    const made = {
      key,
      durable: (_: unknown, n: number) => void told.push(`${key}${n}`),
      conflict: fail,
      failed: fail,
    };
    const known = owners.get(key) ?? made;
    owners.set(key, known);
    return known;
  };
  const submit = (key: string, units: number) => {
    for (let n = 1; n <= units; n += 1) {
      const write = { op: 'put', in: 'meta', doc: { _id: `${key}${n}`, n } } as const;
      own.submit(ownerOf(key), { writes: [write] }, n);
    }
  };
  return { env, batches, told, submit };
}

const settled = async (told: string[], count: number) => {
  const marks: number[] = [];
  for (let rounds = 0; told.length < count && rounds < 1_000; rounds += 1) {
    await breath();
    if (marks.at(-1) !== told.length) marks.push(told.length);
  }
  return marks;
};
const numbers = (from: number, to: number, key: string) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${key}${from + at}`);

describe('units of one actor', () => {
  it('leave in batches of at most half of the bound, although nobody else has any', async () => {
    const { batches, told, submit } = lanes();
    submit('a', 3 * ACTOR_MAX + 1);
    await settled(told, 3 * ACTOR_MAX + 1);
    await breath();
    expect(batches).toEqual([ACTOR_MAX, ACTOR_MAX, ACTOR_MAX, 1]);
    expect(told).toEqual(numbers(1, 3 * ACTOR_MAX + 1, 'a'));
  });

  it('share a batch evenly where that is less', async () => {
    const { batches, told, submit } = lanes({ batchMax: 8, actorMax: 6 });
    submit('a', 6);
    submit('b', 6);
    await settled(told, 12);
    await breath();
    expect(batches).toEqual([8, 4]);
  });

  it('are told as durable some at a time, with other work of the process in between', async () => {
    const { told, submit } = lanes();
    submit('a', ACTOR_MAX);
    const marks = await settled(told, ACTOR_MAX);
    const parts = Array.from({ length: ACTOR_MAX / TOLD_AT_ONCE_MAX }, (_, nth) => (nth + 1) * TOLD_AT_ONCE_MAX);
    expect(marks.filter((mark) => mark > 0)).toEqual(parts);
    expect(told).toEqual(numbers(1, ACTOR_MAX, 'a'));
  });

  it('beyond the first part are told after those of other actors of the batch', async () => {
    const { told, submit } = lanes();
    submit('a', ACTOR_MAX);
    submit('b', 2);
    await settled(told, ACTOR_MAX + 2);
    const expected = [
      ...numbers(1, TOLD_AT_ONCE_MAX, 'a'),
      'b1',
      'b2',
      ...numbers(TOLD_AT_ONCE_MAX + 1, ACTOR_MAX, 'a'),
    ];
    expect(told).toEqual(expected);
  });

  it('that come while others are told leave in a later batch', async () => {
    const { batches, told, submit } = lanes();
    submit('a', ACTOR_MAX);
    for (let rounds = 0; told.length === 0 && rounds < 100; rounds += 1) await breath();
    expect(told).toHaveLength(TOLD_AT_ONCE_MAX);
    submit('b', 1);
    await settled(told, ACTOR_MAX + 1);
    await breath();
    expect(batches.toSorted((x, y) => x - y)).toEqual([1, ACTOR_MAX]);
  });
});
