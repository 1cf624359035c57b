/** Nodes on virtual time whose lease table is away: who goes on, for how long, and who may take over. */

import { StoredStandbyLeases } from '#src/app/stored-standby-leases.js';
import { SLOTS } from '#src/domain/slots.js';
import { StoreUnavailable } from '#src/store/store.js';
import { Documents } from '../../sim/edges/documents.js';
import { directStoreChannel, type StoreChannel, VirtualStore } from '../../sim/edges/virtual-store.js';
import { BEAT_MS, held, LEASE_MS, type Node, sharesOf, TRUST_MS, world } from './nodes.js';

const STEP_MS = 50;
const NAMES = ['a', 'b', 'c'];

/** Three nodes with their shares, and the records of their lives. */
async function three() {
  const documents = new Documents();
  const noStore = new Set<string>();
  const carried = { count: 0 };
  const storeOf = (name: string) => {
    const way = directStoreChannel(() => env.now());
    const carry: StoreChannel['carry'] = (make) => {
      carried.count += 1;
      return noStore.has(name) ? Promise.reject(new StoreUnavailable('cut')) : way.carry(make);
    };
    return new VirtualStore(documents, { ...way, carry });
  };
  const { env, data, first, join } = world({ standby: (name) => new StoredStandbyLeases(storeOf(name)) });
  const nodes = [await first('a'), await join('b'), await join('c')] as [Node, Node, Node];
  await env.advance(12 * BEAT_MS);
  for (const node of nodes) node.evicted.length = 0;
  const lives = () => documents.range<{ _id: string }>('meta', { index: '_id', gte: 'life:', lt: 'life;' });
  /** Time passes; whatever happens, no slot is held by two. Returns the first moment at which `until` holds. */
  const pass = async (ms: number, until: () => boolean = () => false): Promise<number | null> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await env.advance(STEP_MS);
      const all = nodes.flatMap(held);
      expect(new Set(all).size).toBe(all.length);
      if (until()) return passed + STEP_MS;
    }
    return null;
  };
  const total = () => nodes.flatMap(held).length;
  return { data, nodes, noStore, store: storeOf('observer'), carried, lives, pass, total };
}

const cut = (nodes: readonly Node[], isCut: boolean) => {
  for (const { table } of nodes) table.isCut = isCut;
};

describe('nodes whose lease table does not answer', () => {
  it.each(['with what it held', 'empty'])('go on under their tokens, and find it again %s', async (how) => {
    const { data, nodes, lives, pass, total } = await three();
    const tokens = nodes.map(({ coordinator }) => coordinator.token);
    cut(nodes, true);
    await pass(40_000, () => total() < SLOTS);
    expect(total()).toBe(SLOTS);
    if (how === 'empty') data.wipe();
    cut(nodes, false);
    await pass(4 * LEASE_MS);
    expect(nodes.map(({ coordinator }) => coordinator.token)).toEqual(tokens);
    expect(nodes.map((node) => held(node).length)).toEqual(NAMES.map((name) => sharesOf(name, NAMES).length));
    expect(nodes.flatMap(({ evicted }) => evicted)).toEqual([]);
    expect(lives()).toEqual(
      tokens.sort().map((token) => expect.objectContaining({ _id: `life:${token}`, isExtended: false })),
    );
  });

  it('ask the store for nothing while it answers', async () => {
    const { carried, pass } = await three();
    const before = carried.count;
    await pass(5 * LEASE_MS);
    expect(carried.count).toBe(before);
  });

  it.each([
    ['is cut off', 'isCut', LEASE_MS + 4 * BEAT_MS],
    ['hears no answers', 'isDeaf', TRUST_MS + LEASE_MS + 5 * BEAT_MS],
  ] as const)('lose their slots to the others where one alone %s', async (_, how, withinMs) => {
    const { nodes, pass, total } = await three();
    const [a] = nodes;
    a.table[how] = true;
    await pass(3 * BEAT_MS, () => total() < SLOTS);
    expect(total()).toBe(SLOTS);
    const takenMs = await pass(withinMs, () => held(a).length === 0 && total() === SLOTS);
    expect(takenMs).not.toBeNull();
    a.table[how] = false;
    await pass(4 * LEASE_MS);
    expect(held(a).length).toBe(sharesOf('a', NAMES).length);
  });

  it('are waited for where one is gone: as long as it could have trusted its last extension', async () => {
    const { nodes, noStore, pass, total } = await three();
    const [a, ...others] = nodes;
    cut(nodes, true);
    await pass(2 * LEASE_MS);
    const share = held(a).length;
    noStore.add('a');
    cut(others, false);
    // The others wait for each other, and for what it was granted.
    await pass(2 * TRUST_MS, () => total() > SLOTS - share && held(a).length === 0);
    expect(total()).toBe(SLOTS - share);
    expect(others.flatMap(({ table }) => table.claims)).not.toContain(0);
    expect(await pass(2 * BEAT_MS + LEASE_MS, () => total() === SLOTS)).not.toBeNull();
  });

  it('do not go on beside a node of the previous version, which would take over without a look', async () => {
    const { data, nodes, pass, total } = await three();
    data.begin({ name: 'old', token: '0123456789ab' }, []);
    await pass(2 * BEAT_MS);
    cut(nodes, true);
    await pass(TRUST_MS + BEAT_MS);
    expect(total()).toBe(0);
  });

  it('lose their slots at once where another node has ended their life', async () => {
    const { nodes, store, pass } = await three();
    const [a] = nodes;
    const { token } = a.coordinator;
    a.table.isCut = true;
    await pass(BEAT_MS);
    await new StoredStandbyLeases(store).end(token);
    await pass(BEAT_MS);
    expect([held(a), a.errors.filter((what) => what === 'node lease lost')]).toEqual([[], ['node lease lost']]);
    expect(a.coordinator.token).not.toBe(token);
  });

  it('know of each other that the table does not name them all', async () => {
    const { nodes, pass } = await three();
    const [a, b] = nodes;
    expect(await b.coordinator.isTableWhole()).toBe(true);
    a.table.isCut = true;
    await pass(LEASE_MS + BEAT_MS, () => !b.coordinator.table.nodes.some(({ name }) => name === 'a'));
    expect(held(a).length).toBeGreaterThan(0);
    expect(await b.coordinator.isTableWhole()).toBe(false);
    await pass(LEASE_MS, () => held(a).length === 0);
    await pass(2 * BEAT_MS);
    expect(await b.coordinator.isTableWhole()).toBe(true);
  });

  it('leave no record of a life that has ended', async () => {
    const { nodes, lives, pass } = await three();
    const [a, b, c] = nodes;
    a.table.isCut = true;
    await pass(4 * LEASE_MS);
    a.table.isCut = false;
    await pass(4 * LEASE_MS);
    await b.coordinator.stop();
    await pass(LEASE_MS);
    const tokens = [a, c].map(({ coordinator }) => `life:${coordinator.token}`);
    expect(lives().map(({ _id }) => _id)).toEqual(tokens.sort());
  });
});
