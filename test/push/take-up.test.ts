/** What an earlier process has left to push is looked for in the slots that have come to this node. */

import { createRetentionWriter } from '#actors/writers/retention-writer.js';
import { createPushFollower } from '#jobs/push/push-follower.js';
import { everySlot, PUSH_MARK_KEPT_MS, pushMark } from '#src/domain/messages/push-marks.js';
import { SLOTS, slotOf } from '#src/domain/slots.js';
import type { Range, Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';

const ROOMS = 1_200;
const rooms = Array.from({ length: ROOMS }, (_, at) => `room-${at}`);

/** A follower on a store in which rooms wait to be pushed, and what it reads. */
async function follower(store: Store, { fails = 0, isSlotted = false, isAtOnce = false } = {}) {
  const env = new VirtualEnv();
  await store.append(
    rooms.map((room, nth) => {
      const at = env.now() - 5_000 + (isAtOnce ? 0 : nth);
      return { _id: `${room}:1`, room, seq: 1, toPush: isSlotted ? pushMark(room, at) : at };
    }),
  );
  const walks = { begun: 0, underWay: 0, most: 0, pages: 0 };
  const asked = new Set<string>();
  const reader = Object.create(store, {
    range: {
      async value(from: 'log', range: Range) {
        const isFirst = range.gte === env.now() - PUSH_MARK_KEPT_MS;
        if (isFirst) walks.begun += 1;
        if (isFirst && walks.begun <= fails) throw new Error('it is down');
        walks.pages += 1;
        walks.underWay += 1;
        walks.most = Math.max(walks.most, walks.underWay);
        try {
          return await store.range(from, range);
        } finally {
          walks.underWay -= 1;
        }
      },
    },
  });
  const pushes = createPushFollower({
    reader,
    clock: env,
    userEvents: { listen: () => () => undefined },
    rooms: {},
    users: {},
    sender: {},
    pushed: () => undefined,
    log: { warn: () => undefined, error: () => undefined },
    isMine: (room: string) => {
      asked.add(room);
      return false;
    },
  } as never);
  return { pushes, walks, env, asked };
}

describeOnBothEngines('a node that gains slots', (openStore) => {
  it('walks over the rooms that wait once more, however many rounds of slots come during a walk', async () => {
    const { pushes, walks, env, asked } = await follower(await openStore());
    for (let round = 0; round < 10; round += 1) pushes.resume(everySlot);
    await poll(() => asked.size === ROOMS && walks.begun === 2 && walks.underWay === 0, {
      until: 'both walks are over',
    });
    for (let round = 0; round < 10; round += 1) await breath();
    expect(walks).toMatchObject({ begun: 2, most: 1 });
    await env.until(pushes.stop());
  });

  it('finds every room, also when more than a page of them were written to in one millisecond', async () => {
    const { pushes, walks, env, asked } = await follower(await openStore(), { isAtOnce: true });
    pushes.resume(everySlot);
    await poll(() => walks.pages > 2 && walks.underWay === 0, { until: 'the walk is under way' });
    await poll(() => asked.size === ROOMS, { until: 'all are read' });
    await env.until(pushes.stop());
  });

  it('walks again when a walk has failed', async () => {
    const { pushes, walks, env, asked } = await follower(await openStore(), { fails: 2 });
    pushes.resume(everySlot);
    await poll(async () => asked.size === ROOMS || (await env.advance(1_000)), { until: 'the third walk is over' });
    expect(walks.begun).toBe(3);
    expect(asked.size).toBe(ROOMS);
    await env.until(pushes.stop());
  });

  it('reads the marks of these slots alone', async () => {
    const { pushes, walks, env, asked } = await follower(await openStore(), { isSlotted: true });
    const gained = [0, 1, 2, 500, SLOTS - 1];
    const theirs = rooms.filter((room) => gained.includes(slotOf(room))).sort();
    expect(theirs.length).toBeGreaterThan(2);
    pushes.resume(gained);
    // What an earlier version has marked, and three stretches of slots.
    await poll(() => walks.pages === 4 && walks.underWay === 0, { until: 'they are read' });
    await breath();
    expect([...asked].sort()).toEqual(theirs);
    pushes.resume(everySlot);
    await poll(() => asked.size === ROOMS, { until: 'all are read' });
    await env.until(pushes.stop());
  });

  it('finds no marks of more than a day, whose rows are not pushed any more', async () => {
    const store = await openStore();
    const { pushes, env, asked, walks } = await follower(store, { isSlotted: true });
    await store.write([{ op: 'set', in: 'log', id: 'room-7:1', set: { toPush: env.now() - PUSH_MARK_KEPT_MS } }]);
    await env.advance(PUSH_MARK_KEPT_MS - 5_000 + 600);
    const sweep = () => createRetentionWriter(store, env).sweep();
    expect(await sweep()).toBe(601);
    const left = await store.range<{ _id: string }>('log', { index: 'pushSince', limit: 10_000 });
    expect(left.map(({ _id }) => _id).sort()).toEqual(
      rooms
        .slice(601)
        .map((room) => `${room}:1`)
        .sort(),
    );
    expect(await sweep()).toBe(0);
    pushes.resume(everySlot);
    await poll(() => walks.pages > 2 && walks.underWay === 0, { until: 'they are read' });
    await breath();
    expect(asked.size).toBe(ROOMS - 601);
    await env.until(pushes.stop());
  });
});
