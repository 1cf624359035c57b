/** Answers of the lease table that come late, are lost, or cross a change of the slots. */
import { HANDOFF_SLOTS_MAX } from '#actors/cluster/slot-assignment.js';
import { noStandbyLeases } from '#actors/cluster/standby.js';
import { breath } from '../../support/time/virtual-env.js';
import { all, BEAT_MS, held, LEASE_MS, latch, sharesOf, TRUST_MS, world } from './nodes.js';

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
    // The answer holds a table in which the slots are still its own.
    await b.table.place(b.coordinator.token, 'operator', [[sharesOf('a', ['a', 'b'])[0] as number, 'a']]);
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

  it('answers again for slots that it could not hand over, because the table still gives them to it', async () => {
    const { env, first, join } = world();
    const a = await first();
    a.table.isCutFor = 'give';
    const joined = join('b');
    await breath();
    const { closed, open } = latch();
    a.busy = closed;
    await joined;
    await env.advance(2 * BEAT_MS);
    expect([a.errors[0], held(a)]).toEqual(['lease table request failed', all]);
    a.table.isCutFor = null;
    open();
    a.busy = null;
    await env.advance(10 * BEAT_MS);
    expect(held(a)).toEqual(sharesOf('a', ['a', 'b']));
  });

  it('answers again under its token where its trust has ended, and its lease has not', async () => {
    const { env, first } = world();
    const a = await first();
    const { token } = a.coordinator;
    const lastBeat = Math.max(...a.table.beats.map(({ at }) => at));
    a.table.isCut = true;
    await env.advance(lastBeat + TRUST_MS + BEAT_MS / 2 - env.monotonic());
    expect(a.coordinator.heldSlots()).toEqual([]);
    a.table.isCut = false;
    await env.advance(BEAT_MS / 4);
    expect([a.coordinator.token, lost(a.errors), held(a)]).toEqual([token, 0, all]);
  });

  it('takes nothing back from an emptied table whose answer came after its trust had ended', async () => {
    const { env, data, first } = world();
    const a = await first();
    const { token } = a.coordinator;
    const lastBeat = Math.max(...a.table.beats.map(({ at }) => at));
    a.table.isCut = true;
    await env.advance(lastBeat + TRUST_MS - BEAT_MS / 3 - env.monotonic());
    data.wipe();
    const { closed, open } = latch();
    Object.assign(a.table, { isCut: false, heldFor: 'begin', held: closed });
    a.table.begun.length = 0;
    await env.advance(BEAT_MS / 3 - 1);
    expect([a.table.begun, held(a)]).toEqual([[{ token, holding: all }], all]);
    await env.advance(1);
    open();
    await breath();
    // Others may have had the slots meanwhile, and have lost them again.
    expect([a.coordinator.token === token, held(a), lost(a.errors)]).toEqual([false, [], 1]);
  });

  it('waits under one token for the end of its earlier life, and says once that it has lost it', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    b.table.isDeaf = true;
    await env.advance(TRUST_MS + BEAT_MS);
    while (lost(b.errors) === 0) await env.advance(BEAT_MS / 4);
    const { token } = b.coordinator;
    b.table.isDeaf = false;
    await env.advance(LEASE_MS + BEAT_MS);
    expect([b.coordinator.token, lost(b.errors)]).toEqual([token, 1]);
    expect(a.coordinator.table.nodes.map((node) => node.token)).toContain(token);
  });

  it('has one new life where another node ended the old one while it was to be registered again', async () => {
    const extension = latch();
    let isOver = false;
    const leases = { ...noStandbyLeases, extend: () => extension.closed.then(() => !isOver) };
    const { env, data, first } = world({ standby: () => leases });
    const a = await first();
    a.table.isCut = true;
    await env.advance(BEAT_MS);
    data.wipe();
    const { closed, open } = latch();
    Object.assign(a.table, { isCut: false, heldFor: 'begin', held: closed });
    await env.advance(BEAT_MS / 2);
    expect(a.table.asked.at(-1)).toBe('begin');
    isOver = true;
    extension.open();
    await breath();
    open();
    a.table.held = null;
    await breath();
    const { token } = a.coordinator;
    a.errors.length = 0;
    await env.advance(2 * LEASE_MS);
    expect([a.coordinator.token, a.errors, held(a)]).toEqual([token, [], all]);
  });
});

describe('a node that leaves', () => {
  it('says that everything is handed over', async () => {
    const { pair } = world();
    const [a] = await pair();
    await a.coordinator.stop();
    expect(a.handedOff).toBe(1);
  });

  it('hands nothing over and says nothing where it has just lost its life', async () => {
    const { env, data, first, join } = world();
    const a = await first();
    const { closed, open } = latch();
    a.busy = closed;
    await join('b');
    await env.advance(BEAT_MS);
    const left = a.coordinator.stop();
    const { token } = a.coordinator;
    const leave = a.table.leave.bind(a.table);
    a.table.leave = (...args) => {
      data.end(token);
      a.table.asked.length = 0;
      return leave(...args);
    };
    open();
    await left;
    expect([a.table.asked, a.handedOff]).toEqual([['leave', 'end'], 0]);
  });
});
