/** Answers of the lease table that come late, are lost, or cross a change of the slots. */
import { HANDOFF_SLOTS_MAX } from '#actors/cluster/slot-assignment.js';
import { breath } from '../../support/time/virtual-env.js';
import { all, BEAT_MS, held, LEASE_MS, latch, sharesOf, world } from './nodes.js';

const lost = (errors: readonly string[]): number => errors.filter((what) => what === 'node lease lost').length;

describe('a node whose table answers late or not at all', () => {
  it('takes back no slot that it gave away after a beat was sent, and before its answer', async () => {
    const { env, first, join } = world();
    const a = await first();
    const draining = latch();
    a.busy = draining.closed;
    const b = await join('b');
    await env.advance(BEAT_MS);
    const [beat, next] = [latch(), latch()];
    a.table.heldFor = 'beat';
    a.table.held = beat.closed;
    await env.advance(BEAT_MS);
    draining.open();
    a.busy = null;
    await breath();
    await breath();
    expect(held(b)).toHaveLength(HANDOFF_SLOTS_MAX);
    a.table.held = next.closed;
    beat.open();
    await breath();
    expect(held(a).filter((slot) => b.coordinator.holds(slot))).toEqual([]);
    a.table.held = null;
    next.open();
    await env.advance(10 * BEAT_MS);
    expect(held(b)).toEqual(sharesOf('b', ['a', 'b']));
    expect(held(a)).toEqual(sharesOf('a', ['a', 'b']));
  });

  it('claims at once what it lost while nobody trusted it any more', async () => {
    const { env, first } = world();
    const a = await first();
    a.table.isCut = true;
    await env.advance(2 * LEASE_MS);
    expect(held(a)).toEqual([]);
    a.table.isCut = false;
    await env.advance(BEAT_MS / 4);
    await breath();
    expect([lost(a.errors), held(a)]).toEqual([1, all]);
  });

  it('takes an emptied table for a lost lease once its own trust has ended', async () => {
    const { env, data, first } = world();
    const a = await first();
    const { token } = a.coordinator;
    a.table.isCut = true;
    await env.advance(2 * LEASE_MS);
    data.wipe();
    a.table.isCut = false;
    await env.advance(BEAT_MS / 4);
    expect(lost(a.errors)).toBe(1);
    expect(a.coordinator.token).not.toBe(token);
  });

  it('says that a claim failed, and claims again with the next beat', async () => {
    const { env, join } = world();
    const a = await join('a');
    a.table.isCutFor = 'claim';
    await env.advance(LEASE_MS);
    expect([a.errors, a.coordinator.heldSlots().length]).toEqual([['lease table request failed'], 0]);
    a.table.isCutFor = null;
    await env.advance(BEAT_MS);
    expect(held(a)).toEqual(all);
  });

  it('begins no other life because of a change that it hears of while it ends', async () => {
    const { data, first } = world();
    const a = await first();
    const ending = latch();
    a.table.heldFor = 'end';
    a.table.held = ending.closed;
    a.table.begun.length = 0;
    const left = a.coordinator.stop();
    await breath();
    expect(a.table.asked.at(-1)).toBe('end');
    data.begin({ name: 'z', token: 'z1' }, []);
    ending.open();
    await left;
    await breath();
    expect([a.table.asked.at(-1), a.table.begun, a.errors]).toEqual(['end', [], []]);
  });
});
