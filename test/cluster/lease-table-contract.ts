import type { Beat, LeaseTable, Table } from '#src/cluster/lease-table.js';
import { poll } from '../support/time/poll.js';

/** Opens a handle on one and the same table, which is empty at the beginning of each test. */
export interface Tables {
  /** How long a lease is there, ms. */
  leaseMs: number;
  open(): LeaseTable;
  /** Everything in it is gone. */
  wipe(): Promise<void>;
  /** Until so much has passed by the table's clock. */
  pass(ms: number): Promise<void>;
}

const node = (name: string, token = `t-${name}`) => ({ name, token });

function alive(beat: Beat): Table {
  if (beat.status !== 'alive' || !beat.table) throw new Error(`not alive with a table: ${JSON.stringify(beat)}`);
  return beat.table;
}

/** Claims under the generation that the table is in; the slots of these dead lives may be taken. */
async function claim(table: LeaseTable, token: string, slots: number[], over: string[] = []): Promise<number[]> {
  const beat = await table.beat(token, -1);
  return table.claim(token, slots, { over, generation: beat.status === 'alive' ? beat.generation : '' });
}

/** A table that has been used before: nobody has to be waited for. */
async function opened(tables: Tables): Promise<LeaseTable> {
  const table = tables.open();
  await table.begin(node('first'), []);
  await table.end('t-first');
  await tables.pass(tables.leaseMs);
  return table;
}

/** What any lease table promises. */
export function leaseTableContract(tables: Tables): void {
  it('gives a slot to one of many who claim it at once', async () => {
    const table = await opened(tables);
    const names = ['a', 'b', 'c', 'd'];
    const begun = await Promise.all(names.map((name) => table.begin(node(name), [])));
    const generation = begun[0]?.status === 'alive' ? begun[0].generation : '';
    const guard = { over: [], generation };
    const claims = await Promise.all(names.map((name) => tables.open().claim(`t-${name}`, [1, 2, 3], guard)));
    expect(claims.flat().sort()).toEqual([1, 2, 3]);
  });

  it('knows who lives and what is whose, and says it only when it has changed', async () => {
    const table = await opened(tables);
    const begun = alive(await table.begin(node('a'), []));
    expect(begun.nodes).toEqual([{ ...node('a'), isLeaving: false }]);
    await claim(table, 't-a', [7]);
    const seen = alive(await table.beat('t-a', begun.version));
    expect([...seen.owners]).toEqual([[7, 't-a']]);
    expect(await table.beat('t-a', seen.version)).toEqual({
      status: 'alive',
      quietMs: 0,
      tableMs: expect.any(Number),
      generation: expect.any(String),
      table: null,
    });
  });

  it('counts a node as dead after a lease without a beat: its slots are free, its token is void for good', async () => {
    const table = await opened(tables);
    await table.begin(node('a'), []);
    await table.begin(node('b'), []);
    await claim(table, 't-a', [1, 2]);
    await tables.pass(tables.leaseMs / 2);
    await table.beat('t-b', -1);
    expect(await claim(table, 't-b', [1], ['t-a'])).toEqual([]);
    await tables.pass(tables.leaseMs / 2 + 50);
    expect(await claim(table, 't-b', [1], ['t-a'])).toEqual([1]);
    await table.beat('t-b', -1);
    expect(await table.beat('t-a', -1)).toEqual({ status: 'lost' });
    expect(await claim(table, 't-a', [2])).toEqual([]);
    const again = alive(await table.begin(node('a', 't-a2'), [2]));
    expect(again.owners.get(2)).toBe('t-a');
    expect(await claim(table, 't-a2', [1, 2], ['t-a'])).toEqual([2]);
  });

  it('leaves the slots of a dead life alone that is not said to be over', async () => {
    const table = await opened(tables);
    await table.begin(node('a'), []);
    await claim(table, 't-a', [1, 2]);
    await tables.pass(tables.leaseMs + 50);
    await table.begin(node('b'), []);
    expect(await claim(table, 't-b', [1, 2, 3], ['t-other'])).toEqual([3]);
    // It goes on where it was, with the slots that it had.
    expect([...alive(await table.begin(node('a'), [])).owners]).toEqual(expect.arrayContaining([[1, 't-a']]));
    expect(await claim(table, 't-b', [1, 2], ['t-a'])).toEqual([]);
  });

  it('refuses a claim that was decided before the table was emptied', async () => {
    const table = await opened(tables);
    const before = await table.begin(node('a'), []);
    const generation = before.status === 'alive' ? before.generation : '';
    await tables.wipe();
    await table.begin(node('a'), []);
    await tables.pass(tables.leaseMs / 2);
    await table.beat('t-a', -1);
    await tables.pass(tables.leaseMs / 2 + 50);
    expect(await table.claim('t-a', [1], { over: [], generation })).toEqual([]);
    expect(await claim(table, 't-a', [1])).toEqual([1]);
  });

  it.each(['knows', 'does not know'])(
    'leaves the owners their time when a node ends that the emptied table %s',
    async (how) => {
      const table = await opened(tables);
      await table.begin(node('a'), []);
      await table.begin(node('b'), []);
      await claim(table, 't-b', [3]);
      await tables.wipe();
      if (how === 'knows') await table.begin(node('a'), []);
      await table.end('t-a');
      await table.begin(node('c'), []);
      expect(await claim(table, 't-c', [3])).toEqual([]);
      expect(await table.beat('t-b', -1)).toEqual({ status: 'void' });
    },
  );

  it('refuses a second living node of the same name', async () => {
    const table = await opened(tables);
    await table.begin(node('a'), []);
    expect(await table.begin(node('a', 'other'), [])).toEqual({ status: 'taken', by: 't-a' });
    await table.end('t-a');
    expect(await table.begin(node('a', 'other'), [])).toMatchObject({ status: 'alive' });
  });

  it('says who is leaving, and goes on with their lease', async () => {
    const table = await opened(tables);
    await table.begin(node('a'), []);
    await table.begin(node('b'), []);
    await claim(table, 't-a', [3]);
    expect(alive(await table.leave('t-a')).owners.get(3)).toBe('t-a');
    const { nodes } = alive(await table.beat('t-b', -1));
    expect(nodes.filter(({ isLeaving }) => isLeaving).map(({ name }) => name)).toEqual(['a']);
    expect(await table.begin(node('a', 'other'), [])).toMatchObject({ status: 'taken' });
  });

  it('hands over only what is the giver’s, and only to the living', async () => {
    const table = await opened(tables);
    await table.begin(node('a'), []);
    await table.begin(node('b'), []);
    await claim(table, 't-a', [1, 2]);
    expect(await table.give('t-a', 'nobody', [1])).toEqual([]);
    expect(await table.give('t-b', 't-a', [1])).toEqual([]);
    expect(await table.give('t-a', 't-b', [1, 5])).toEqual([1]);
    expect([...alive(await table.beat('t-a', -1)).owners]).toEqual(
      expect.arrayContaining([
        [1, 't-b'],
        [2, 't-a'],
      ]),
    );
  });

  it('keeps where slots are placed, and an operator’s word before the balancer’s', async () => {
    const table = await opened(tables);
    await table.begin(node('a'), []);
    await table.place('t-a', 'balancer', [
      [1, 'a'],
      [2, 'b'],
      [3, 'b'],
    ]);
    await table.place('t-a', 'operator', [[1, 'c']]);
    const { version } = alive(await table.beat('t-a', -1));
    await table.place('t-a', 'balancer', [
      [1, null],
      [2, null],
    ]);
    const seen = alive(await table.beat('t-a', version));
    expect(new Map(seen.placements)).toEqual(
      new Map([
        [1, { on: 'c', by: 'operator' }],
        [3, { on: 'b', by: 'balancer' }],
      ]),
    );
    await table.place('t-a', 'operator', [[1, null]]);
    await table.end('t-a');
    await table.begin(node('a', 'later'), []);
    expect([...alive(await table.beat('later', -1)).placements]).toEqual([[3, { on: 'b', by: 'balancer' }]]);
    await expect(table.place('t-a', 'operator', [[3, 'a']])).rejects.toThrow('not alive');
  });

  it('tells others of a change, and not the one who made it', async () => {
    const table = await opened(tables);
    const other = tables.open();
    let heard = 0;
    other.onChange(() => {
      heard += 1;
    });
    await other.begin(node('b'), []);
    await table.begin(node('a'), []);
    await poll(
      async () => {
        await claim(table, 't-a', [heard + 10]);
        return heard > 0;
      },
      { until: 'the change is told' },
    );
  });

  it('lets nobody claim for a lease once it was emptied, but its owners come back', async () => {
    const table = await opened(tables);
    await table.begin(node('a'), []);
    await table.begin(node('b'), []);
    await claim(table, 't-a', [1]);
    await tables.wipe();
    expect(await table.beat('t-a', -1)).toEqual({ status: 'void' });
    expect(await table.beat('t-b', -1)).toEqual({ status: 'void' });
    const restored = await table.begin(node('a'), [1]);
    expect(restored).toMatchObject({ status: 'alive', quietMs: expect.any(Number) });
    expect(alive(restored).owners.get(1)).toBe('t-a');
    await table.begin(node('b'), [1]);
    expect(await claim(table, 't-b', [1, 2])).toEqual([]);
    await tables.pass(tables.leaseMs / 2);
    await table.beat('t-a', -1);
    await table.beat('t-b', -1);
    await tables.pass(tables.leaseMs / 2 + 50);
    expect(await claim(table, 't-b', [1, 2])).toEqual([2]);
  });

  it('takes nothing back for a token when others could have had it meanwhile', async () => {
    const table = await opened(tables);
    const begun = alive(await table.begin(node('a'), [4]));
    expect(begun.owners.size).toBe(0);
  });
}
