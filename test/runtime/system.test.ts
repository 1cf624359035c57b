/** A system of actors at its edges: what is asked of it on its way out, and each step of a commit by its name. */
import type { Ownership } from '#actors/runtime/ownership.js';
import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { add, describeActors, startTallies, value } from './tally.js';

describeActors('a system of actors', (openStore) => {
  it('asks an actor that is here, and none that another node takes on or that comes too late', async () => {
    let isTaken = true;
    const owner: Ownership = { token: () => 'one', holds: () => true, takes: () => isTaken, tell: () => undefined };
    const { system, env } = startTallies(await openStore(), { owner });
    expect(await system.askHere('tally', 'a', add(2), {})).toEqual({ ok: true, value: 2 });
    isTaken = false;
    expect(system.askHere('tally', 'a', add(2), {})).toBeNull();
    isTaken = true;
    await env.until(system.stop());
    expect(system.askHere('tally', 'a', add(2), {})).toBeNull();
  });

  it('drops at the end of a drain what has not finished by then, and those alone who are meant', async () => {
    const store = new FaultyStore(await openStore());
    const { system, env, ask } = startTallies(store);
    await Promise.all([ask('a', add(1)), ask('b', add(1))]);
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const answer = ask('a', add(2));
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    const startedAt = env.monotonic();
    await env.until(system.drain((id) => id === 'a', 1_000));
    expect(env.monotonic() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect(env.monotonic() - startedAt).toBeLessThan(1_100);
    expect([value(await answer), system.activeCount]).toEqual(['unavailable', 1]);
    barrier.open();
    await env.until(system.stop());
  });

  it('passes each step of a commit, in order', async () => {
    const steps: string[] = [];
    const { system, env, ask } = startTallies(await openStore(), { crashPoint: (point) => void steps.push(point) });
    await ask('a', { type: 'total' });
    steps.length = 0;
    await ask('a', { type: 'add', n: 1, projected: 1 });
    expect(steps).toEqual(
      ['append', 'project', 'deliver', 'settle'].flatMap((step) => [`${step}:before`, `${step}:after`]),
    );
    steps.length = 0;
    await ask('a', { type: 'take', key: 'k' });
    expect(steps).toEqual(['transaction', 'deliver', 'settle'].flatMap((step) => [`${step}:before`, `${step}:after`]));
    steps.length = 0;
    await env.until(system.stop());
    expect(steps).toEqual(['checkpoint:before', 'project:before', 'project:after', 'checkpoint:after']);
  });
});
