import { openSharedClock, SLEW_RATE } from '#src/cluster/shared-clock.js';
import { fc } from '../support/seeds/fast-check.js';

const HOUR = 3_600_000;

/** A store whose clock is ahead of this machine's monotonic one, and the way to it. */
async function opened() {
  const world = { here: 0, wayMs: 0, aheadMs: HOUR, wallMs: HOUR };
  const ask = async () => {
    world.here += world.wayMs / 2;
    const told = world.here + world.aheadMs;
    world.here += world.wayMs / 2;
    return told;
  };
  const wall = () => world.here + world.wallMs;
  const options = { ask, wall, monotonic: () => world.here };
  const clock = await openSharedClock(options);
  return {
    world,
    options,
    clock,
    /** How far the clock is ahead of time as it was when it was opened. */
    ahead: () => clock.now() - world.here - HOUR,
    /** As nodes do: a measurement every 15 s. */
    async live(rounds: number) {
      for (let round = 0; round < rounds; round += 1) {
        world.here += 15_000;
        await clock.sync();
      }
    },
  };
}

describe('the clock that nodes share', () => {
  it.each([400, 5_000])('is the one of the store, also where the way to it takes %d ms', async (wayMs) => {
    const { world, options } = await opened();
    world.wayMs = wayMs;
    const { now } = await openSharedClock(options);
    expect(now()).toBe(world.here + world.aheadMs);
  });

  it.each([0, 1, 2])(
    'believes of three readings the one with the shortest way, also as number %i',
    async (shortest) => {
      const asked: number[] = [];
      let here = 0;
      const clock = await openSharedClock({
        // All of the way is before the store looks at its clock: a long way makes it wrong by half of it.
        ask: async () => {
          here += asked.length % 3 === shortest ? 2 : 600;
          asked.push(here);
          return here + HOUR;
        },
        monotonic: () => here,
        wall: () => here + HOUR,
      });
      expect([clock.now() - here - HOUR, asked.length]).toEqual([1, 3]);
    },
  );

  it('follows an answer that took a second, and none that took longer', async () => {
    const { world, ahead, live } = await opened();
    world.aheadMs += 50;
    world.wayMs = 1_000;
    await live(9);
    expect(ahead()).toBe(50);
  });

  it('follows the store, except for answers that took too long to mean anything', async () => {
    const { world, ahead, live } = await opened();
    world.aheadMs += 50;
    await live(4);
    expect(ahead()).toBe(50);
    world.aheadMs += 50;
    world.wayMs = 1_002;
    await live(9);
    expect(ahead()).toBe(50);
  });

  it.each([HOUR, -HOUR])('is not moved by a store that is %d ms off for two measurements', async (offMs) => {
    const { world, ahead, live } = await opened();
    for (let again = 0; again < 3; again += 1) {
      world.aheadMs += offMs;
      await live(2);
      expect(ahead()).toBe(0);
      world.aheadMs -= offMs;
      await live(3);
      expect(ahead()).toBe(0);
    }
  });

  it('approaches a store that is an hour ahead for long by a tenth of the time, and finds back', async () => {
    const { world, clock, ahead, live } = await opened();
    world.aheadMs += HOUR;
    await live(10);
    expect(ahead()).toBeGreaterThan(0);
    expect(ahead()).toBeLessThanOrEqual(150_000 * SLEW_RATE);
    expect(clock.lag()).toBeGreaterThan(HOUR - 150_000 * SLEW_RATE - 1);
    world.aheadMs -= HOUR;
    await live(20);
    expect(ahead()).toBe(0);
  });

  it('goes slower rather than back, and never stands still', async () => {
    const { world, clock, live } = await opened();
    world.aheadMs -= 90_000;
    await live(3);
    for (let second = 0; second < 60; second += 1) {
      const before = clock.now();
      world.here += 1_000;
      expect(clock.now() - before).toBeGreaterThanOrEqual(899);
    }
    await live(60);
    expect(clock.now()).toBe(world.here + world.aheadMs);
  });

  it('is set at once when a machine has slept, so that its own clock and the store say the same', async () => {
    const { world, clock, live } = await opened();
    world.aheadMs += 8 * HOUR;
    world.wallMs += 8 * HOUR;
    await live(3);
    expect(clock.now()).toBe(world.here + world.aheadMs);
  });

  it.each([HOUR, -HOUR])("takes no notice of the machine's own clock, moved by %d ms", async (byMs) => {
    const { world, ahead, live } = await opened();
    world.wallMs += byMs;
    await live(10);
    expect(ahead()).toBe(0);
  });

  it('goes forward, at about the speed of time, whatever a store says', async () => {
    const answers = fc.array(
      fc.record({
        passMs: fc.integer({ min: 1, max: 60_000 }),
        aheadMs: fc.integer({ min: -10 * HOUR, max: 10 * HOUR }),
        wayMs: fc.integer({ min: 0, max: 1_500 }),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(answers, async (steps) => {
        const { world, clock } = await opened();
        // Nobody agrees with the store: it is never set.
        world.wallMs = 1_000 * HOUR;
        for (const { passMs, aheadMs, wayMs } of steps) {
          Object.assign(world, { aheadMs, wayMs });
          const [before, said] = [world.here, clock.now()];
          world.here += passMs;
          await clock.sync();
          const [passed, gone] = [world.here - before, clock.now() - said];
          expect(Math.abs(gone - passed)).toBeLessThanOrEqual(passed * SLEW_RATE + 1);
        }
      }),
    );
  });
});

it('the shared clock tells by how much the store is ahead, and follows a small difference little by little', async () => {
  const store = { at: 1_000_000 };
  let now = 0;
  const clock = await openSharedClock({
    ask: async () => store.at + now,
    monotonic: () => now,
    wall: () => 1_000_000 + now,
  });
  store.at += 500;
  for (let at = 0; at < 5; at += 1) await clock.sync();
  expect([clock.lag(), clock.now()]).toEqual([500, 1_000_000]);
  now += 1_000;
  expect([clock.now(), clock.lag()]).toEqual([1_001_100, 400]);
});
