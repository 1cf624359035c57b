/** The slots of nodes on virtual time: what each node may rely on, to the millisecond. */
import { HANDOFF_SLOTS_MAX } from '#actors/cluster/slot-assignment.js';
import { NameTaken } from '#src/cluster/lease-table.js';
import { SLOTS } from '#src/domain/slots.js';
import { breath } from '../../support/time/virtual-env.js';
import { all, BEAT_MS, held, LEASE_MS, latch, sharesOf, TRUST_MS, world } from './nodes.js';

describe('a node of a cluster on virtual time', () => {
  it('claims nothing while the owners of an empty table can come back, and everything afterwards', async () => {
    const { env, join } = world();
    const a = await join('a');
    await env.advance(LEASE_MS - 1);
    expect([a.table.claims, a.coordinator.heldSlots().length, held(a)]).toEqual([[], 0, []]);
    await env.advance(BEAT_MS + 1);
    expect(a.table.claims).toEqual([SLOTS]);
    expect(held(a)).toEqual(all);
    expect(a.errors).toEqual([]);
  });

  it('beats once in each interval, with the version it knows, and asks for nothing else at rest', async () => {
    const { env, first } = world();
    const a = await first();
    await env.advance(BEAT_MS);
    a.table.asked.length = 0;
    a.table.beats.length = 0;
    const before = env.monotonic();
    await env.advance(3 * BEAT_MS);
    expect(a.table.asked).toEqual(['beat', 'beat', 'beat']);
    expect(a.table.beats.map(({ at }) => at - before)).toEqual([BEAT_MS, 2 * BEAT_MS, 3 * BEAT_MS]);
    expect(new Set(a.table.beats.map(({ version }) => version))).toEqual(new Set([a.coordinator.table.version]));
    expect(env.timers).toBe(1);
  });

  it('waits for its earlier life to end, and refuses a name that another node keeps', async () => {
    const { env, data, make } = world();
    data.begin({ name: 'a', token: 'before' }, []);
    const after = make('a');
    const started = after.coordinator.start();
    await breath();
    await env.advance(LEASE_MS - 1);
    expect(data.hasLease('a')).toBe(true);
    expect(after.table.begun).toHaveLength(1 + Math.floor((LEASE_MS - 1) / (BEAT_MS / 2)));
    await env.advance(BEAT_MS);
    await started;
    expect(after.coordinator.table.nodes.map(({ token }) => token)).toEqual([after.coordinator.token]);

    let failedAt = -1;
    const began = env.monotonic();
    const second = make('a');
    const refused = second.coordinator.start().catch((error: unknown) => {
      failedAt = env.monotonic() - began;
      return error;
    });
    await breath();
    await env.advance(TRUST_MS + 2 * BEAT_MS);
    expect(failedAt).toBe(-1);
    await env.advance(BEAT_MS);
    expect(await refused).toBeInstanceOf(NameTaken);
    expect(((await refused) as Error).message).toContain(`(${after.coordinator.token})`);
    expect(failedAt).toBeLessThan(TRUST_MS + 3 * BEAT_MS);
  });

  it('makes no request because of a change before it has registered', async () => {
    const { data, make } = world();
    const a = make('a');
    data.begin({ name: 'z', token: 'z1' }, []);
    await breath();
    expect(a.table.asked).toEqual([]);
  });

  it('learns of a change soon, and not at its next beat', async () => {
    const { env, first, join } = world();
    const a = await first();
    const b = await join('b');
    await env.advance(0);
    await breath();
    expect(a.coordinator.table.nodes.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(b.coordinator.table.nodes).toHaveLength(2);
  });

  it('knows the owner of a slot while that owner is alive', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    const [ofB = -1] = sharesOf('b', ['a', 'b']);
    expect(a.coordinator.ownerOf(ofB)).toMatchObject({ name: 'b', token: b.coordinator.token });
    expect([a.coordinator.holds(ofB), b.coordinator.holds(ofB), b.coordinator.takes(ofB)]).toEqual([false, true, true]);
    b.table.isCut = true;
    await env.advance(LEASE_MS + BEAT_MS);
    expect(a.coordinator.ownerOf(ofB)).toMatchObject({ name: 'a' });
  });

  it('hands a newcomer its share, drained, at most so many slots in one round', async () => {
    const { pair } = world();
    const [a, b] = await pair();
    const share = sharesOf('b', ['a', 'b']);
    expect(a.drained.flat().sort((x, y) => x - y)).toEqual(share);
    expect(Math.max(...a.drained.map(({ length }) => length))).toBe(HANDOFF_SLOTS_MAX);
    expect([a.evicted, b.evicted, a.errors, b.errors]).toEqual([[], [], [], []]);
    expect(held(b)).toEqual(share);
    expect(held(a)).toEqual(sharesOf('a', ['a', 'b']));
  });

  it('takes on nothing for a slot that it is handing over, and still answers for it', async () => {
    const { env, first, join } = world();
    const a = await first();
    const { closed, open } = latch();
    a.busy = closed;
    await join('b');
    await env.advance(2 * BEAT_MS);
    const leaving = all.filter((slot) => !a.coordinator.takes(slot));
    expect(leaving).toHaveLength(HANDOFF_SLOTS_MAX);
    expect(held(a)).toEqual(all);
    await env.advance(2 * LEASE_MS);
    expect([held(a), a.errors]).toEqual([all, []]);
    open();
  });

  it('trusts itself for a part of a lease since the beat that was answered, and not a moment longer', async () => {
    const { env, first } = world();
    const a = await first();
    const lastBeat = Math.max(...a.table.beats.map(({ at }) => at));
    a.table.isCut = true;
    await env.advance(lastBeat + TRUST_MS - 1 - env.monotonic());
    expect([a.coordinator.holds(7), a.coordinator.takes(7)]).toEqual([true, true]);
    await env.advance(1);
    expect([a.coordinator.holds(7), a.coordinator.takes(7)]).toEqual([false, false]);
  });

  it('tries a missed beat again after a quarter of the interval, and evicts everything once trust has ended', async () => {
    const { env, first } = world();
    const a = await first();
    await env.advance(BEAT_MS / 2);
    a.table.isCut = true;
    a.table.beats.length = 0;
    await env.advance(2 * BEAT_MS);
    const gaps = a.table.beats.map(({ at }, index, beats) => at - (beats[index - 1]?.at ?? at)).slice(1);
    expect(new Set(gaps)).toEqual(new Set([BEAT_MS / 4]));
    expect(new Set(a.errors)).toEqual(new Set(['lease table request failed']));
    expect([a.evicted, a.coordinator.heldSlots().length]).toEqual([[], SLOTS]);
    await env.advance(TRUST_MS);
    expect([a.evicted, a.coordinator.heldSlots().length]).toEqual([[all], 0]);
  });

  it('counts trust from the moment a beat is sent, not from its answer', async () => {
    const { env, first } = world();
    const a = await first();
    const { closed, open } = latch();
    a.table.held = closed;
    a.table.beats.length = 0;
    await env.advance(BEAT_MS);
    const sentAt = a.table.beats[0]?.at as number;
    await env.advance(3 * BEAT_MS);
    open();
    a.table.held = null;
    await breath();
    a.table.isCut = true;
    await env.advance(sentAt + TRUST_MS - env.monotonic());
    expect(a.coordinator.holds(1)).toBe(false);
  });

  it('keeps its token and its slots when the table was emptied, and registers them again', async () => {
    const { env, data, pair } = world();
    const [a, b] = await pair();
    const before = [held(a), held(b), a.coordinator.token, b.coordinator.token];
    a.table.begun.length = 0;
    data.wipe();
    await env.advance(BEAT_MS);
    expect([held(a), held(b), a.coordinator.token, b.coordinator.token]).toEqual(before);
    expect(a.table.begun).toEqual([{ token: a.coordinator.token, holding: held(a) }]);
    expect([a.errors, b.errors]).toEqual([
      ['lease table was empty; slots registered again'],
      ['lease table was empty; slots registered again'],
    ]);
    await env.advance(2 * LEASE_MS);
    expect([held(a), held(b), a.coordinator.token, b.coordinator.token]).toEqual(before);
    expect([a.evicted, b.evicted]).toEqual([[], []]);
  });

  it('begins another life without slots when its lease was lost, and leaves its old slots to their claimants', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    const { token } = b.coordinator;
    b.table.isCut = true;
    await env.advance(LEASE_MS + 2 * BEAT_MS);
    expect(held(a)).toEqual(all);
    b.table.isCut = false;
    b.table.begun.length = 0;
    await env.advance(BEAT_MS);
    expect(b.coordinator.token).not.toBe(token);
    expect(b.coordinator.token).toMatch(/^[0-9a-f]{13}(v\d+)?$/);
    expect(b.table.begun).toEqual([{ token: b.coordinator.token, holding: [] }]);
    expect(b.errors.filter((what) => what === 'node lease lost')).toHaveLength(1);
    await env.advance(10 * BEAT_MS);
    expect(held(b)).toEqual(sharesOf('b', ['a', 'b']));
  });

  it('gives its token up when its heartbeats arrive and only their answers are lost, and comes back later', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    const { token } = b.coordinator;
    b.table.isDeaf = true;
    await env.advance(TRUST_MS + LEASE_MS + 3 * BEAT_MS);
    expect([held(a), held(b)]).toEqual([all, []]);
    expect(b.coordinator.token).not.toBe(token);
    // Nobody is asked under the token that it had.
    expect(all.map((slot) => b.coordinator.ownerOf(slot))).toEqual(all.map(() => null));
    expect(b.errors.filter((what) => what === 'node lease lost')).toHaveLength(1);
    b.table.isDeaf = false;
    await env.advance(2 * LEASE_MS + 10 * BEAT_MS);
    expect([held(a), held(b)]).toEqual([sharesOf('a', ['a', 'b']), sharesOf('b', ['a', 'b'])]);
  });

  it('claims nothing for as long as others may trust a lease that ended in the table early', async () => {
    const { env, data, first } = world();
    const a = await first();
    const { token } = a.coordinator;
    data.end(token);
    a.table.claims.length = 0;
    // The table is open: without doubt it would claim at once.
    await env.advance(BEAT_MS);
    const lostAt = env.monotonic();
    expect([a.errors, a.evicted]).toEqual([['node lease lost'], [all]]);
    expect(a.coordinator.token).not.toBe(token);
    await env.advance(TRUST_MS - 1 - (env.monotonic() - lostAt));
    expect([a.table.claims, a.coordinator.heldSlots().length]).toEqual([[], 0]);
    await env.advance(2 * BEAT_MS);
    expect(held(a)).toEqual(all);
  });
});

describe('a node that leaves', () => {
  it('hands everything over in rounds, each drained first, and makes no further request', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    const mine = held(a);
    a.drained.length = 0;
    await a.coordinator.stop();
    expect(a.drained.flat().sort((x, y) => x - y)).toEqual(mine);
    expect(Math.max(...a.drained.map(({ length }) => length))).toBe(HANDOFF_SLOTS_MAX);
    expect([a.coordinator.heldSlots().length, a.errors, a.evicted]).toEqual([0, [], []]);
    expect(mine.filter((slot) => a.coordinator.ownerOf(slot)?.name !== 'b')).toEqual([]);
    a.table.asked.length = 0;
    await env.advance(BEAT_MS);
    expect([held(b), a.table.asked]).toEqual([all, []]);
    await env.advance(2 * LEASE_MS);
    expect(a.table.asked).toEqual([]);
    expect(b.coordinator.table.nodes.map(({ name }) => name)).toEqual(['b']);
  });

  it('drains everything where it is alone, and the next one need not wait', async () => {
    const { env, data, first, join } = world();
    const a = await first();
    await a.coordinator.stop();
    expect(a.drained.flat()).toEqual(all);
    expect(a.table.asked.at(-1)).toBe('end');
    expect(env.timers).toBe(0);
    const next = await join('a');
    expect(held(next)).toEqual(all);
    // A change that it hears of later does not bring it back.
    await next.coordinator.stop();
    a.table.asked.length = 0;
    data.begin({ name: 'z', token: 'z1' }, []);
    await breath();
    expect([a.table.asked, env.timers]).toEqual([[], 0]);
  });

  it('beats on for as long as something is to be finished', async () => {
    const { env, pair } = world();
    const [a] = await pair();
    const before = held(a);
    const { closed, open } = latch();
    a.busy = closed;
    a.drained.length = 0;
    const left = a.coordinator.stop();
    await env.advance(3 * LEASE_MS);
    expect([held(a), a.errors, a.evicted]).toEqual([before, [], []]);
    open();
    await left;
    expect(a.coordinator.heldSlots().length).toBe(0);
    expect(a.drained.flat().sort((x, y) => x - y)).toEqual(before);
  });

  it('evicts what it held where the table cannot be reached, and says so once', async () => {
    const { env, first } = world();
    const a = await first();
    a.table.isCut = true;
    await a.coordinator.stop();
    expect([a.errors, a.evicted, a.coordinator.heldSlots().length]).toEqual([['lease table leave failed'], [all], 0]);
    expect(env.timers).toBe(0);
    a.table.asked.length = 0;
    await env.advance(2 * LEASE_MS);
    expect(a.table.asked).toEqual([]);
  });

  it('begins no other life when its lease is lost on the way', async () => {
    const { env, data, pair } = world();
    const [a] = await pair();
    const { closed, open } = latch();
    a.busy = closed;
    const left = a.coordinator.stop();
    await env.advance(1);
    data.end(a.coordinator.token);
    a.table.begun.length = 0;
    await env.advance(BEAT_MS);
    expect(new Set(a.errors)).toEqual(new Set(['node lease lost']));
    open();
    await left;
    await env.advance(LEASE_MS);
    expect([a.table.begun, a.coordinator.heldSlots().length]).toEqual([[], 0]);
  });

  it('has nothing to hand over where the table has lost its life', async () => {
    const { data, pair } = world();
    const [a] = await pair();
    data.end(a.coordinator.token);
    a.table.asked.length = 0;
    await a.coordinator.stop();
    expect(a.table.asked).not.toContain('give');
    expect(a.coordinator.heldSlots().length).toBe(0);
  });
});
