/** The slots of a node as it knows them, and to whom they belong by a table. */
import { HeldSlots } from '#actors/cluster/held-slots.js';
import { activeNodes, HANDOFF_SLOTS_MAX, handoffsOf, unownedSlotsFor } from '#actors/cluster/slot-assignment.js';
import { heaviest } from '#actors/cluster/slots.js';
import type { NodeEntry, Table } from '#src/cluster/lease-table.js';
import { SLOTS } from '#src/domain/slots.js';

function heldSlots(drain: (slots: readonly number[]) => Promise<void> = async () => undefined) {
  const heard: unknown[] = [];
  const held = new HeldSlots({
    drain: (slots) => {
      heard.push(['drain', [...slots]]);
      return drain(slots);
    },
    evict: (slots) => void heard.push(['evict', [...slots]]),
    onTableChange: () => void heard.push('table'),
  });
  return { held, heard };
}

describe('the slots that a node holds', () => {
  it('are what the table says; what it loses is evicted, and each table is told of', () => {
    const { held, heard } = heldSlots();
    held.learn([1, 2, 3]);
    held.learn([2, 3, 4]);
    expect([held.all(), held.all().length, held.has(1), held.has(4)]).toEqual([[2, 3, 4], 3, false, true]);
    expect(heard).toEqual(['table', ['evict', [1]], 'table']);
    expect(held.epoch).toBe(0);
  });

  it('are all lost with the life of the node, in another epoch', () => {
    const { held, heard } = heldSlots();
    held.loseAll();
    expect([heard.splice(0), held.epoch]).toEqual([['table'], 1]);
    held.learn([1, 2]);
    held.loseAll();
    expect([held.all().length, held.epoch, heard]).toEqual([0, 2, ['table', ['evict', [1, 2]], 'table']]);
  });

  it('are drained, then given away; in between they take on nothing, and no table brings them back', async () => {
    const { held, heard } = heldSlots();
    held.learn([1, 2, 3]);
    heard.length = 0;
    const seen: unknown[] = [];
    await held.handOff([1, 2], async () => {
      seen.push(heard.slice(), held.all(), held.isLeaving(1), held.isLeaving(3), held.epoch);
      held.learn([1, 2, 3]);
      seen.push(held.all());
    });
    expect(seen).toEqual([[['drain', [1, 2]]], [3], true, false, 0, [3]]);
    expect([held.isLeaving(1), held.epoch, held.has(1)]).toEqual([false, 1, false]);
    held.learn([1, 3]);
    expect(held.all()).toEqual([1, 3]);
  });

  it('stay held while they are drained, whatever a table says', async () => {
    const { held } = heldSlots(async () => {
      held.learn([1, 2]);
      expect([held.has(1), held.isLeaving(1)]).toEqual([true, true]);
    });
    held.learn([1, 2]);
    await held.handOff([1], async () => undefined);
    expect(held.all()).toEqual([2]);
  });

  it('are not answered for after a handoff that failed, at either step', async () => {
    const broken = heldSlots(() => Promise.reject(new Error('no end')));
    broken.held.learn([1, 2]);
    await expect(broken.held.handOff([1], async () => undefined)).rejects.toThrow('no end');
    expect([broken.held.all(), broken.held.isLeaving(1), broken.held.epoch]).toEqual([[2], false, 1]);
    const { held } = heldSlots();
    held.learn([1, 2]);
    await expect(held.handOff([1], () => Promise.reject(new Error('no table')))).rejects.toThrow('no table');
    expect([held.all(), held.isLeaving(1), held.epoch]).toEqual([[2], false, 1]);
  });
});

describe('the assignment of slots', () => {
  const node = (name: string, isLeaving = false): NodeEntry =>
    ({ name, token: `${name}.1`, address: `${name}:1`, isLeaving }) as unknown as NodeEntry;
  const tableOf = (nodes: NodeEntry[], owners: [number, string][] = []): Table =>
    ({ nodes, owners: new Map(owners), placements: new Map() }) as unknown as Table;
  const all = Array.from({ length: SLOTS }, (_, slot) => slot);
  const heaviestOf = (...names: string[]) => all.map((slot) => heaviest(slot, names));

  it('leaves out nodes on their way out', () => {
    expect(activeNodes(tableOf([node('a'), node('b', true), node('c')]))).toEqual(['a', 'c']);
  });

  it('gives every slot without a living owner to one node', () => {
    const of = (me: string, owners: [number, string][]) => unownedSlotsFor(me, tableOf([node('a'), node('b')], owners));
    const heavy = heaviestOf('a', 'b');
    expect(of('a', [])).toEqual(all.filter((slot) => heavy[slot] === 'a'));
    expect([...of('a', []), ...of('b', [])].sort((x, y) => x - y)).toEqual(all);
    const [first, second] = of('a', []) as [number, number];
    expect(of('a', [[first, 'b.1']])).not.toContain(first);
    expect(
      of('a', [
        [first, 'b.0'],
        [second, 'gone.1'],
      ]),
    ).toEqual(of('a', []));
  });

  it('of a placed slot is to the node that it is placed on, while that one gets slots', () => {
    const [slot] = all.filter((one) => heaviest(one, ['a', 'b']) === 'a') as [number];
    const placed = (...nodes: NodeEntry[]): Table => ({
      ...tableOf(nodes),
      placements: new Map([[slot, { on: 'b', by: 'operator' }]]),
    });
    expect(unownedSlotsFor('b', placed(node('a'), node('b')))).toContain(slot);
    expect(unownedSlotsFor('a', placed(node('a'), node('b')))).not.toContain(slot);
    expect(handoffsOf([slot], 'a', placed(node('a'), node('b')), 1).map(({ to }) => to.name)).toEqual(['b']);
    expect(unownedSlotsFor('a', placed(node('a'), node('b', true)))).toContain(slot);
    expect(unownedSlotsFor('a', placed(node('a')))).toContain(slot);
  });

  it('hands to each what is theirs, and no more than so many at once', () => {
    const table = tableOf([node('a'), node('b'), node('c')]);
    const heavy = heaviestOf('a', 'b', 'c');
    const everything = handoffsOf(all, 'a', table, SLOTS);
    expect(everything.map(({ to }) => to.name).sort()).toEqual(['b', 'c']);
    for (const { to, slots } of everything) expect(slots).toEqual(all.filter((slot) => heavy[slot] === to.name));
    const some = handoffsOf(all, 'a', table, 5).flatMap(({ slots }) => slots);
    expect(some.sort((x, y) => x - y)).toEqual(all.filter((slot) => heavy[slot] !== 'a').slice(0, 5));
    expect(HANDOFF_SLOTS_MAX).toBe(Math.ceil(SLOTS / 10));
  });

  it('hands nothing to nobody: alone, or when all are on their way out', () => {
    expect(handoffsOf(all, 'a', tableOf([node('a')]), SLOTS)).toEqual([]);
    expect(handoffsOf(all, 'a', tableOf([node('a', true)]), SLOTS)).toEqual([]);
    const leaving = handoffsOf(all, 'a', tableOf([node('a', true), node('b')]), SLOTS);
    expect(leaving.map(({ to, slots }) => [to.name, slots.length])).toEqual([['b', SLOTS]]);
  });
});
