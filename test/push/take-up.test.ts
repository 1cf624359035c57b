/** What an earlier process has left to push is looked for over the rooms of all nodes: that has to stay rare. */
import { createPushFollower } from '#jobs/push/push-follower.js';
import { PUSH_MARK_KEPT_MS } from '#src/domain/messages/push-marks.js';
import type { Range, Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';

const ROOMS = 1_200;

/** A follower on a store in which rooms wait to be pushed, and what it reads. */
async function follower(store: Store, { fails = 0 } = {}) {
  const env = new VirtualEnv();
  await store.append(
    Array.from({ length: ROOMS }, (_, at) => ({
      _id: `room-${at}:1`,
      room: `room-${at}`,
      seq: 1,
      toPush: env.now() - 5_000 + at,
    })),
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
    for (let round = 0; round < 10; round += 1) pushes.resume();
    await poll(() => asked.size === ROOMS && walks.begun === 2 && walks.underWay === 0, {
      until: 'both walks are over',
    });
    for (let round = 0; round < 10; round += 1) await breath();
    expect(walks).toMatchObject({ begun: 2, most: 1 });
    await env.until(pushes.stop());
  });

  it('walks again when a walk has failed', async () => {
    const { pushes, walks, env, asked } = await follower(await openStore(), { fails: 2 });
    pushes.resume();
    await poll(async () => asked.size === ROOMS || (await env.advance(1_000)), { until: 'the third walk is over' });
    expect(walks.begun).toBe(3);
    expect(asked.size).toBe(ROOMS);
    await env.until(pushes.stop());
  });
});
