/** Sliding windows at their exact edges: in this process, and shared through a real Redis. */
import { Redis } from 'ioredis';
import { createSharedSlidingLimits } from '#src/adapters/rate-limits/shared-sliding-limits.js';
import { createSlidingLimits, type SlidingLimits } from '#src/adapters/rate-limits/sliding-limits.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { poll } from '../support/time/poll.js';

const WINDOW_MS = 60_000;

interface Place {
  limits: SlidingLimits;
  /** The moment it is. */
  at(ms: number): void;
}

function behave(place: () => Place): void {
  let keys = 0;
  let key = '';
  beforeEach(() => {
    keys += 1;
    key = `key ${keys}`;
  });
  const take = async (ms: number, limit = 3, of = key) => {
    const { limits, at } = place();
    at(ms);
    return limits.take('scope', of, limit, WINDOW_MS);
  };
  const isTaken = async (ms: number, limit?: number) => (await take(ms, limit)).ok;

  it('lets so many in and says how many are left', async () => {
    const slots = [await take(0), await take(1), await take(2), await take(3)];
    expect(slots.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(slots.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
    expect(slots.map(({ retryAfterMs }) => retryAfterMs)).toEqual([0, 0, 0, WINDOW_MS - 3]);
    expect((await take(3, 3, `${key} of another`)).ok).toBe(true);
  });

  it('opens a place the moment one is a window old, and not a millisecond before', async () => {
    for (const ms of [0, 100, 200]) await take(ms);
    expect(await isTaken(WINDOW_MS - 1)).toBe(false);
    expect(await isTaken(WINDOW_MS)).toBe(true);
    expect(await isTaken(WINDOW_MS + 99)).toBe(false);
    expect(await isTaken(WINDOW_MS + 100)).toBe(true);
  });

  it('slides: a burst across the edge of any fixed window is one burst', async () => {
    // A fixed window that began at 0 would take three more at its end, six within two seconds.
    for (const ms of [WINDOW_MS - 1_000, WINDOW_MS - 999, WINDOW_MS - 998]) expect(await isTaken(ms)).toBe(true);
    for (const ms of [WINDOW_MS, WINDOW_MS + 1, WINDOW_MS + 1_000]) expect(await isTaken(ms)).toBe(false);
    expect(await isTaken(2 * WINDOW_MS - 1_001)).toBe(false);
    expect(await isTaken(2 * WINDOW_MS - 1_000)).toBe(true);
  });

  it('does not count what it refuses', async () => {
    for (const ms of [0, 1, 2]) await take(ms);
    for (let ms = 10; ms < WINDOW_MS; ms += 5_000) expect(await isTaken(ms)).toBe(false);
    expect(await isTaken(WINDOW_MS)).toBe(true);
  });

  it('takes back what was given back, once', async () => {
    await take(0);
    const second = await take(1);
    await take(2);
    await second.giveBack();
    await second.giveBack();
    expect(await isTaken(3)).toBe(true);
    const refused = await take(4);
    await refused.giveBack();
    expect(await isTaken(5)).toBe(false);
    expect(await isTaken(WINDOW_MS)).toBe(true);
    expect(await isTaken(WINDOW_MS + 1)).toBe(false);
    expect(await isTaken(WINDOW_MS + 2)).toBe(true);
  });

  it('lets exactly so many of a burst in', async () => {
    const slots = await Promise.all(Array.from({ length: 100 }, () => take(7, 5)));
    expect(slots.filter(({ ok }) => ok)).toHaveLength(5);
  });

  it('never has more than the limit within any stretch of a window', async () => {
    const taken: number[] = [];
    let seed = 7;
    for (let ms = 0; ms < 5 * WINDOW_MS; ms += seed % 2_000) {
      seed = (seed * 48_271) % 2_147_483_647;
      if (await isTaken(ms, 10)) taken.push(ms);
    }
    const busiest = taken.map((from) => taken.filter((ms) => ms >= from && ms < from + WINDOW_MS).length);
    expect(Math.max(...busiest)).toBe(10);
    expect(taken.length).toBeGreaterThan(40);
  });
}

describe('sliding windows in one process', () => {
  let now = 0;
  const limits = createSlidingLimits({ env: { monotonic: () => now } });
  behave(() => ({
    limits,
    at: (ms) => {
      now = ms;
    },
  }));

  it('forget the key that was used longest ago when there are too many', async () => {
    let at = 0;
    const few = createSlidingLimits({ env: { monotonic: () => at }, keysMax: 2 });
    const isTaken = async (key: string) => (await few.take('scope', key, 1, WINDOW_MS)).ok;
    expect([await isTaken('a'), await isTaken('b'), await isTaken('a'), await isTaken('c')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([await isTaken('a'), await isTaken('b')]).toEqual([false, true]);
    at = WINDOW_MS;
    expect(await isTaken('a')).toBe(true);
  });

  it('stand open where limits are off', async () => {
    const off = createSlidingLimits({ env: { monotonic: () => 0 }, off: true });
    for (let count = 0; count < 10; count += 1) expect((await off.take('scope', 'a', 1, WINDOW_MS)).ok).toBe(true);
  });
});

describeOnRedis('sliding windows shared by nodes', (server) => {
  let now = 0;
  let clients: Redis[] = [];
  let nodes: SlidingLimits[] = [];
  const troubles: string[] = [];
  beforeAll(() => {
    // A server on a busy machine may take longer than the patience of a request: then nodes would count alone.
    const open = () => new Redis(server().url, { maxRetriesPerRequest: 1 });
    clients = [open(), open()];
    for (const client of clients) client.on('error', () => undefined);
    nodes = clients.map((redis) =>
      createSharedSlidingLimits({
        redis,
        prefix: 'test',
        env: { now: () => now },
        alone: createSlidingLimits({ env: { monotonic: () => now } }),
        onError: (what) => troubles.push(what),
      }),
    );
  });
  afterAll(() => {
    for (const client of clients) client.disconnect();
  });
  let turn = 0;
  /** Each request comes to the other node. */
  const between: SlidingLimits = {
    take(...asked) {
      turn += 1;
      return (nodes[turn % 2] as SlidingLimits).take(...asked);
    },
    clear: (...asked) => (nodes[turn % 2] as SlidingLimits).clear(...asked),
  };
  behave(() => ({
    limits: between,
    at: (ms) => {
      now = 1_700_000_000_000 + ms;
    },
  }));

  it('were never counted by one node alone', () => {
    expect(troubles).toEqual([]);
  });

  it('leave nothing in Redis once they are over', async () => {
    await nodes[0]?.take('short', 'key', 1, 50);
    await poll(async () => (await clients[0]?.exists('test:sliding:short:key')) === 0, { until: 'the window is gone' });
  });

  it('are counted by each node for itself while Redis does not answer, and never not at all', async () => {
    await server().stop();
    const isTaken = async (node: number) => (await nodes[node]?.take('alone', 'key', 2, WINDOW_MS))?.ok;
    for (const node of [0, 1]) {
      expect([await isTaken(node), await isTaken(node), await isTaken(node)]).toEqual([true, true, false]);
    }
    expect(troubles.length).toBeGreaterThan(0);
  });
});
