import { formatOfToken } from '#actors/cluster/node-token.js';
import { FORMAT } from '#src/domain/format.js';
import { SLOTS } from '#src/domain/slots.js';
import { breath } from '../../support/time/virtual-env.js';
import { BEAT_MS, held, LEASE_MS, latch, sharesOf, world } from './nodes.js';

const LATER = FORMAT + 1;

describe('a node that meets what only a newer version knows', () => {
  it('gives all its slots to the newer node, and keeps its place in the table', async () => {
    const { env, join, first } = world();
    const old = await first();
    const newer = await join('b', LATER);
    await env.advance(10 * BEAT_MS);
    old.coordinator.stepBack.lacks(LATER);
    await env.advance(20 * BEAT_MS);
    expect([held(old).length, held(newer).length]).toEqual([0, SLOTS]);
    expect(old.coordinator.table.nodes.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    expect(old.evicted.flat()).toEqual([]);
  });

  it('gives all of them away with its next heartbeat, not a part with each', async () => {
    const { env, join, first } = world();
    const old = await first();
    const newer = await join('b', LATER);
    await env.advance(10 * BEAT_MS);
    old.coordinator.stepBack.lacks(LATER);
    await env.advance(BEAT_MS);
    for (let round = 0; round < 20; round += 1) await breath();
    expect([held(old).length, held(newer).length]).toEqual([0, SLOTS]);
  });

  it('takes slots again when the newer node has gone, and needs not wait for its own earlier life', async () => {
    const { env, join, first } = world();
    const old = await first();
    const newer = await join('b', LATER);
    old.coordinator.stepBack.lacks(LATER);
    await env.advance(20 * BEAT_MS);
    await newer.coordinator.stop();
    await env.advance(2 * BEAT_MS);
    expect(held(old)).toHaveLength(SLOTS);
  });

  it('has its share again beside others, too', async () => {
    const { env, join, first } = world();
    const old = await first();
    await join('c');
    const newer = await join('b', LATER);
    old.coordinator.stepBack.lacks(LATER);
    await env.advance(20 * BEAT_MS);
    expect(held(old)).toEqual([]);
    old.table.asked.length = 0;
    await env.advance(BEAT_MS);
    // It asks for nothing else while it has no slots.
    expect(old.table.asked).toEqual(['beat']);
    await newer.coordinator.stop();
    await env.advance(LEASE_MS + 10 * BEAT_MS);
    expect(held(old)).toEqual(sharesOf('a', ['a', 'c']));
  });

  it('keeps its slots where the newer node is about to leave', async () => {
    const { env, join, first } = world();
    const old = await first();
    const newer = await join('b', LATER);
    await env.advance(10 * BEAT_MS);
    const { closed, open } = latch();
    newer.busy = closed;
    const left = newer.coordinator.stop();
    await env.advance(2 * BEAT_MS);
    old.coordinator.stepBack.lacks(LATER);
    await env.advance(2 * BEAT_MS);
    expect([held(old), old.errors]).toEqual([sharesOf('a', ['a', 'b']), []]);
    open();
    await left;
    await env.advance(2 * BEAT_MS);
    expect(held(old)).toHaveLength(SLOTS);
  });

  it('keeps its slots while no other node knows it', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    const before = held(a).length;
    a.coordinator.stepBack.lacks(LATER);
    await env.advance(10 * BEAT_MS);
    expect([held(a).length, held(b).length]).toEqual([before, SLOTS - before]);
  });

  it('tells its own format by its token', async () => {
    const { join } = world();
    const [old, newer] = [await join('a'), await join('b', LATER)];
    expect([old, newer].map(({ coordinator }) => formatOfToken(coordinator.token))).toEqual([FORMAT, LATER]);
  });
});
