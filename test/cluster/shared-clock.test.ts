import { openSharedClock } from '#src/cluster/shared-clock.js';

/** A store whose clock is an hour ahead, and the way to it. */
function far() {
  const world = { here: 0, wayMs: 0, aheadMs: 3_600_000 };
  const ask = async () => {
    world.here += world.wayMs / 2;
    const told = world.here + world.aheadMs;
    world.here += world.wayMs / 2;
    return told;
  };
  return { world, clock: { ask, monotonic: () => world.here } };
}

describe('the clock that nodes share', () => {
  it('is the one of the store, whatever the way to it takes', async () => {
    const { world, clock } = far();
    world.wayMs = 400;
    const { now } = await openSharedClock(clock);
    expect(now()).toBe(world.here + world.aheadMs);
  });

  it('opens on a store that is slow to answer', async () => {
    const { world, clock } = far();
    world.wayMs = 5_000;
    const { now } = await openSharedClock(clock);
    expect(now()).toBe(world.here + world.aheadMs);
  });

  it('follows the store, except for answers that took too long to mean anything', async () => {
    const { world, clock } = far();
    const { now, sync } = await openSharedClock(clock);
    world.aheadMs += 50;
    await sync();
    expect(now()).toBe(world.here + world.aheadMs);
    world.aheadMs += 50;
    world.wayMs = 1_002;
    await sync();
    expect(now()).toBe(world.here + world.aheadMs - 50);
  });

  it('waits rather than going back', async () => {
    const { world, clock } = far();
    const { now, sync } = await openSharedClock(clock);
    const said = now();
    world.aheadMs -= 1_000;
    await sync();
    expect(now()).toBe(said);
    world.here += 1_500;
    expect(now()).toBe(said + 500);
  });
});
