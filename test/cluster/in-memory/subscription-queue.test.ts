/** After a move all nodes subscribe anew, and not all at the same moment. */
import { SubscriptionQueue } from '#actors/cluster/streams/subscription-queue.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const SPREAD_MS = 250;
const rounds = async () => {
  for (let round = 0; round < 5; round += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
};

/** A node that learns of the move of slot 7 with this draw of its dice. */
function nodeWith(draw: number) {
  const env = Object.assign(new VirtualEnv(), { random: () => draw });
  const asked: string[] = [];
  const queue = new SubscriptionQueue({
    env,
    inSlot: (slot) => [`quiet-${slot}`],
    awaitedIn: (slot) => [`awaited-${slot}`],
    subscribe: async (ids) => void asked.push(...ids),
  });
  queue.addSlots([7]);
  return { env, asked, queue };
}

describe('a node that has nothing to subscribe to', () => {
  it('waits for nothing', () => {
    const env = new VirtualEnv();
    const queue = new SubscriptionQueue({
      env,
      inSlot: () => [],
      awaitedIn: () => [],
      subscribe: async () => undefined,
    });
    queue.addSlots([]);
    queue.retry([], () => true);
    expect(env.timers).toBe(0);
  });
});

describe('nodes that learn of a move at once', () => {
  it.each([0, 0.25, 0.999])(
    'ask at once for what somebody waits for, and with a draw of %d for the rest',
    async (draw) => {
      const { env, asked, queue } = nodeWith(draw);
      await rounds();
      expect(asked).toEqual(['awaited-7']);
      const waitMs = draw * SPREAD_MS;
      if (waitMs > 0) await env.advance(waitMs - 0.1);
      await rounds();
      expect(asked).toEqual(['awaited-7']);
      await env.advance(0.2);
      await rounds();
      expect(asked).toEqual(['awaited-7', 'quiet-7']);
      queue.stop();
    },
  );

  it('begin at different times: a quarter of them in each quarter of the moment', async () => {
    const env = new VirtualEnv(7);
    const begun: number[] = [];
    for (let node = 0; node < 400; node += 1) {
      const queue = new SubscriptionQueue({
        env,
        inSlot: (slot) => [`${slot}`],
        awaitedIn: () => [],
        subscribe: async () => void begun.push(env.monotonic()),
      });
      queue.addSlots([7]);
    }
    for (let ms = 0; ms <= SPREAD_MS; ms += 1) {
      await rounds();
      await env.advance(1);
    }
    await rounds();
    expect(begun).toHaveLength(400);
    const within = (quarter: number) =>
      begun.filter((at) => Math.min(3, Math.floor((at * 4) / SPREAD_MS)) === quarter).length;
    for (const quarter of [0, 1, 2, 3]) expect(Math.abs(within(quarter) - 100)).toBeLessThan(40);
  });
});

describe('a queue that has stopped', () => {
  it('waits for nothing more, whatever is answered late', async () => {
    const { env, asked, queue } = nodeWith(0.5);
    queue.stop();
    queue.retry(['late'], () => true);
    queue.addSlots([8]);
    await rounds();
    expect([env.timers, asked]).toEqual([0, []]);
  });
});
