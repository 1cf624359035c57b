/** Placed slots, and the balancer that places them, on virtual time. */
import { SlotBalancer } from '#actors/cluster/placement/slot-balancer.js';
import { SlotWork } from '#actors/cluster/placement/slot-work.js';
import { SlotPlacements } from '#src/app/live/slot-placements.js';
import { SLOTS, slotOf } from '#src/domain/slots.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { BEAT_MS, LEASE_MS, type Node, sharesOf, world } from '../in-memory/nodes.js';

const ROUND_MS = 10_000;

/** An id whose slot falls to this one of two nodes, another one each time. */
function* idsOf(name: string): Generator<string> {
  const own = new Set(sharesOf(name, ['a', 'b']));
  for (let at = 0; ; at += 1) if (own.has(slotOf(`oda-${at}`))) yield `oda-${at}`;
}

describe('a placed slot', () => {
  it('is handed over, stays, and falls back when its placement ends', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    const [slot = -1] = sharesOf('a', ['a', 'b']);
    await b.table.place(b.coordinator.token, 'operator', [[slot, 'b']]);
    await env.advance(2 * BEAT_MS);
    expect([a.coordinator.holds(slot), b.coordinator.holds(slot)]).toEqual([false, true]);
    expect(a.drained.flat()).toContain(slot);
    expect(b.coordinator.heldSlots().length).toBe(sharesOf('b', ['a', 'b']).length + 1);
    await env.advance(20 * BEAT_MS);
    expect(b.coordinator.holds(slot)).toBe(true);
    await a.table.place(a.coordinator.token, 'operator', [[slot, null]]);
    await env.advance(2 * BEAT_MS);
    expect([a.coordinator.holds(slot), b.coordinator.holds(slot)]).toEqual([true, false]);
  });

  it('is somebody else’s while its node is away, and its own again afterwards', async () => {
    const { env, pair, join } = world();
    const [a, b] = await pair();
    const [slot = -1] = sharesOf('a', ['a', 'b']);
    await a.table.place(a.coordinator.token, 'balancer', [[slot, 'b']]);
    await env.advance(2 * BEAT_MS);
    const stopped = b.coordinator.stop();
    await env.advance(20 * BEAT_MS);
    await stopped;
    expect([a.coordinator.heldSlots().length, a.coordinator.holds(slot)]).toEqual([SLOTS, true]);
    const again = await join('b');
    await env.advance(LEASE_MS + 10 * BEAT_MS);
    expect([a.coordinator.holds(slot), again.coordinator.holds(slot)]).toEqual([false, true]);
  });
});

describe('what an operator places', () => {
  it('is theirs until they let it go: the balancer does not move it', async () => {
    const { env, pair } = world();
    const [a, b] = await pair();
    const [slot = -1] = sharesOf('a', ['a', 'b']);
    let placed = 0;
    const { coordinator, table } = a;
    const peers = { askAll: async () => [] };
    const onPlaced = () => void (placed += 1);
    const board = new SlotPlacements({ name: 'a', coordinator, table, peers, work: new SlotWork(), onPlaced });
    expect(await board.place(slot, 'b')).toMatchObject({ slot, node: 'a', placedOn: 'b', placedBy: 'operator' });
    expect(board.view(slot)).toMatchObject({ placedOn: 'b', placedBy: 'operator' });
    await b.table.place(b.coordinator.token, 'balancer', [[slot, 'a']]);
    await env.advance(2 * BEAT_MS);
    expect(board.view(slot)).toEqual({ slot, node: 'b', work: 0, placedOn: 'b', placedBy: 'operator' });
    await board.place(slot, null);
    await env.advance(2 * BEAT_MS);
    expect(board.view(slot)).toEqual({ slot, node: 'a', work: 0, placedOn: null, placedBy: null });
    await expect(board.place(slot, 'c')).rejects.toMatchObject({ refusal: { code: 'not_found' } });
    expect(placed).toBe(2);
  });
});

describe('the node that balances', () => {
  it('moves nothing while it does not know what each of the others has to do', async () => {
    const env = new VirtualEnv();
    const hot = [...take(idsOf('a'), 2)];
    const work = new SlotWork();
    const nodes = ['a', 'b', 'c'].map((name) => ({ name, token: name, isLeaving: false }));
    const silent = new Set(['c']);
    const placed: unknown[] = [];
    const errors: string[] = [];
    const balancer = new SlotBalancer({
      name: 'a',
      coordinator: { token: 'a', table: { version: 1, nodes, owners: new Map(), placements: new Map() } },
      table: { place: async (...args) => void placed.push(args) },
      work,
      env,
      peers: {
        handle: () => undefined,
        askAll: async () =>
          nodes
            .filter(({ name }) => name !== 'a')
            .map((node) => ({ node, value: silent.has(node.name) ? null : { total: 0, slots: [] } })),
      },
      onMoved: () => undefined,
      onMeasured: () => undefined,
      onError: (what) => void errors.push(what),
    });
    balancer.start();
    const round = async () => {
      for (const id of hot) work.count(id, 10_000);
      await env.advance(ROUND_MS);
      await breath();
    };
    await round();
    expect([placed, errors]).toEqual([[], []]);
    silent.clear();
    await round();
    expect(placed).toHaveLength(1);
    balancer.stop();
    expect(env.timers).toBe(0);
  });
});

/** Two nodes that balance; each asks the other directly. */
async function balanced() {
  const { env, pair } = world();
  const [a, b] = await pair();
  const works = new Map([
    [a, new SlotWork()],
    [b, new SlotWork()],
  ]);
  const handlers = new Map<Node, (body: unknown) => unknown>();
  const moved: number[] = [];
  const errors: string[] = [];
  for (const [name, node, other] of [
    ['a', a, b],
    ['b', b, a],
  ] as const) {
    const balancer = new SlotBalancer({
      name,
      coordinator: node.coordinator,
      table: node.table,
      work: works.get(node) as SlotWork,
      env,
      peers: {
        handle: (_, handler) => void handlers.set(node, handler),
        askAll: async () =>
          node.coordinator.table.nodes
            .filter(({ token }) => token === other.coordinator.token)
            .map((living) => ({ node: living, value: handlers.get(other)?.(null) ?? null })),
      },
      onMoved: (count) => void moved.push(count),
      onMeasured: () => undefined,
      onError: (what) => void errors.push(what),
    });
    balancer.start();
  }
  const work = async (perSecond: Record<string, number>, ms: number) => {
    for (let second = 0; second < ms / 1_000; second += 1) {
      for (const [id, count] of Object.entries(perSecond)) {
        const owner = a.coordinator.holds(slotOf(id)) ? a : b;
        works.get(owner)?.count(id, count);
      }
      await env.advance(1_000);
      await breath();
    }
  };
  const ownerOf = (id: string) => (a.coordinator.holds(slotOf(id)) ? 'a' : 'b');
  return { a, b, env, work, ownerOf, moved, errors, handlers };
}

describe('the balancer', () => {
  it('parts two hot rooms of one node within a minute, and then leaves them', async () => {
    const { work, ownerOf, moved, errors } = await balanced();
    const [one, two] = [...take(idsOf('a'), 2)] as [string, string];
    await work({ [one]: 400, [two]: 380 }, 60_000);
    expect(new Set([ownerOf(one), ownerOf(two)])).toEqual(new Set(['a', 'b']));
    expect(moved).toEqual([1]);
    await work({ [one]: 400, [two]: 380 }, 20 * ROUND_MS);
    expect(moved).toEqual([1]);
    expect(errors).toEqual([]);
  }, 30_000);

  it('leaves what an operator has placed', async () => {
    const { a, env, work, ownerOf, moved } = await balanced();
    const ids = [...take(idsOf('a'), 2)];
    await a.table.place(
      a.coordinator.token,
      'operator',
      ids.map((id) => [slotOf(id), 'a'] as const),
    );
    await env.advance(2 * BEAT_MS);
    await work(Object.fromEntries(ids.map((id) => [id, 400])), 60_000);
    expect([moved, ids.map(ownerOf)]).toEqual([[], ['a', 'a']]);
  }, 30_000);

  it('asks for nothing about a quiet slot that an operator has placed', async () => {
    const { a, work } = await balanced();
    const [id = ''] = take(idsOf('a'), 1);
    await a.table.place(a.coordinator.token, 'operator', [[slotOf(id), 'b']]);
    let placed = 0;
    a.table.place = async () => void (placed += 1);
    await work({}, 80 * ROUND_MS);
    expect(placed).toBe(0);
  }, 30_000);

  it('leaves a slot that it has moved for thirty rounds, however busy it is', async () => {
    const { a, env, work, ownerOf, moved } = await balanced();
    const [one, two] = [...take(idsOf('a'), 2)] as [string, string];
    const [ofB = ''] = take(idsOf('b'), 1);
    await a.table.place(a.coordinator.token, 'operator', [[slotOf(ofB), 'b']]);
    const placed: number[] = [];
    const place = a.table.place.bind(a.table);
    a.table.place = (...args) => {
      placed.push(env.monotonic());
      return place(...args);
    };
    await work({ [one]: 400, [two]: 380 }, 60_000);
    const hot = ownerOf(one) === 'b' ? one : two;
    await work({ [hot]: 400, [ofB]: 800 }, 32 * ROUND_MS);
    expect([moved, ownerOf(hot)]).toEqual([[1, 1], 'a']);
    const [there = 0, back = 0] = placed;
    expect(back - there).toBe(30 * ROUND_MS);
  }, 60_000);

  it('moves nothing while a node does not say what it has', async () => {
    const { b, work, moved, handlers } = await balanced();
    const ids = [...take(idsOf('a'), 2)];
    handlers.set(b, () => null);
    await work(Object.fromEntries(ids.map((id) => [id, 400])), 60_000);
    expect(moved).toEqual([]);
  }, 30_000);

  it('gives a room back when it has been quiet for long', async () => {
    const { a, work, ownerOf } = await balanced();
    const [one, two] = [...take(idsOf('a'), 2)] as [string, string];
    await work({ [one]: 400, [two]: 380 }, 60_000);
    const moved = ownerOf(one) === 'b' ? one : two;
    expect(a.coordinator.table.placements.size).toBe(1);
    // Of its work half counts on from round to round: after eight of them it is below one a second.
    const place = a.table.place.bind(a.table);
    let isReleased = false;
    a.table.place = (...args) => {
      isReleased = true;
      return place(...args);
    };
    let rounds = 0;
    for (; !isReleased && rounds < 100; rounds += 1) await work({}, ROUND_MS);
    // The other node is heard as it was a round before.
    expect(rounds).toBe(1 + 8 + 60);
    await work({}, ROUND_MS);
    expect(a.coordinator.table.placements.size).toBe(0);
    expect(ownerOf(moved)).toBe('a');
  }, 30_000);
});

function* take<T>(from: Generator<T>, count: number): Generator<T> {
  for (let at = 0; at < count; at += 1) yield from.next().value as T;
}
