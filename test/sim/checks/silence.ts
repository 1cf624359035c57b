/**
 * The last word of a room is durable, and its owner dies before anybody is told. Nobody says anything after that, and
 * nobody looks: whoever followed the room hears of it nevertheless.
 */
import type { Keeper } from '../people/keeper.js';
import type { World } from '../world.js';

/** What is still under way comes to an end. */
const QUIET_AFTER_MS = 12_000;
/** Soon after the lease has ended: the new owner looks at once, and not only for late writes. */
const HEARD_WITHIN_MS = 3_000;
const STARTED_AGAIN_MS = 30_000;

export async function silence(world: World, keeper: Keeper): Promise<string[]> {
  const { schedule, rooms } = world;
  await schedule.runUntil(schedule.now + QUIET_AFTER_MS);
  dieOnce(world);
  for (const room of rooms) keeper.sayEverywhere(room, world.plan.nodes.slice(0, 1)).catch(() => undefined);
  // Of a room that it never heard of a node does not know where it is.
  const behind = () => world.newestHeard().filter(({ watched, isComplete }) => watched.last !== null && !isComplete);
  await schedule.runUntil(schedule.now + QUIET_AFTER_MS);
  await schedule.runUntilTrue(() => behind().length === 0, schedule.now + HEARD_WITHIN_MS);
  return behind().map(
    ({ watched, newest }) => `silence: ${watched.node} heard ${watched.room} up to ${watched.last} of ${newest}`,
  );
}

function dieOnce(world: World): void {
  let isDead = false;
  for (const node of world.nodes) {
    node.onCrashPoint = (point) => {
      if (isDead || point !== 'append:after') return;
      isDead = true;
      world.note(`${node.name} is killed with the last word`);
      node.kill();
      world.schedule.after(STARTED_AGAIN_MS, () => node.start());
    };
  }
}
