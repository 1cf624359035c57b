import { formatOfToken } from '#actors/cluster/node-token.js';
import { FORMAT } from '#src/domain/format.js';
import { SLOTS } from '#src/domain/slots.js';
import { BEAT_MS, held, LEASE_MS, world } from './nodes.js';

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

  it('takes slots again when the newer node has gone', async () => {
    const { env, join, first } = world();
    const old = await first();
    const newer = await join('b', LATER);
    old.coordinator.stepBack.lacks(LATER);
    await env.advance(20 * BEAT_MS);
    await newer.coordinator.stop();
    await env.advance(LEASE_MS + 10 * BEAT_MS);
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
