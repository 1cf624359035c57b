/** Which slots of the dead may be taken over, and from when on: lives may go on by extensions without the lease table. */
import { DeadLives } from '#actors/cluster/dead-lives.js';
import type { Table } from '#src/cluster/lease-table.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const TRUST_MS = 1_000;
/** The clock of a node that was granted an extension may be so much slower. */
const OVER_MS = 1_200;

function world({ extended }: { extended: string[] }) {
  const env = new VirtualEnv();
  const ended: string[] = [];
  const forgotten: string[] = [];
  const leases: Pick<StandbyLeases, 'extended' | 'end' | 'forget'> = {
    extended: async () => [...extended],
    end: async (token) => {
      ended.push(token);
      return extended.includes(token) ? 'extended' : 'over';
    },
    forget: async (token) => void forgotten.push(token),
  };
  const lives = new DeadLives({ leases: leases as StandbyLeases, env, trustMs: TRUST_MS });
  return { env, lives, extended, ended, forgotten };
}

const tableOf = (living: string[], owners: [slot: number, token: string][] = []): Table => ({
  version: 1,
  nodes: living.map((token) => ({ name: token, token, isLeaving: false })),
  owners: new Map(owners),
  placements: new Map(),
});

describe('the slots of lives that are dead in the lease table', () => {
  const table = tableOf(
    ['me'],
    [
      [1, 'gone'],
      [2, 'extended'],
      [3, 'extended'],
    ],
  );

  it('may be taken at once where the life relied on no extension, and it can have none from then on', async () => {
    const { lives, ended } = world({ extended: [] });
    expect(await lives.claimable([1, 4], tableOf(['me'], [[1, 'gone']]))).toEqual({ slots: [1, 4], over: ['gone'] });
    expect(ended).toEqual(['gone']);
  });

  it('stay with a life that has extended itself until nothing that it was granted can last', async () => {
    const { env, lives } = world({ extended: ['extended'] });
    const claimable = async () => (await lives.claimable([1, 2, 3], table)).slots;
    expect(await claimable()).toEqual([1]);
    await env.advance(OVER_MS / 2);
    // To look again makes nobody wait longer.
    expect(await claimable()).toEqual([1]);
    await env.advance(OVER_MS / 2 - 1);
    expect(await claimable()).toEqual([1]);
    await env.advance(1);
    expect(await lives.claimable([1, 2, 3], table)).toEqual({ slots: [1, 2, 3], over: ['gone', 'extended'] });
  });

  it('that the table names no owner for may be those of any life that goes on', async () => {
    const { env, lives } = world({ extended: ['extended'] });
    const unnamed = tableOf(['me'], [[1, 'gone']]);
    expect((await lives.claimable([1, 9], unnamed)).slots).toEqual([1]);
    await env.advance(OVER_MS);
    expect((await lives.claimable([1, 9], unnamed)).slots).toEqual([1, 9]);
  });

  it('are judged anew where a life has come back and died once more', async () => {
    const { env, lives, ended } = world({ extended: ['extended'] });
    await lives.claimable([2], table);
    await env.advance(OVER_MS);
    const owners = [...table.owners];
    expect(await lives.claimable([2], tableOf(['me', 'extended'], owners))).toEqual({ slots: [], over: ['gone'] });
    expect((await lives.claimable([2], table)).slots).toEqual([]);
    expect(ended.filter((token) => token === 'extended')).toHaveLength(2);
  });
});

describe('the lease table names every life that may answer', () => {
  it('where the extended ones live in it; they are not ended', async () => {
    const { lives, ended, forgotten } = world({ extended: ['living'] });
    expect(await lives.areAllOver(tableOf(['me', 'living']))).toBe(true);
    expect([ended, forgotten]).toEqual([[], []]);
  });

  it('once the others are over, of which no record is left', async () => {
    const { env, lives, forgotten } = world({ extended: ['living', 'away'] });
    const table = tableOf(['me', 'living']);
    expect([await lives.areAllOver(table), forgotten]).toEqual([false, []]);
    await env.advance(OVER_MS);
    expect([await lives.areAllOver(table), forgotten]).toEqual([true, ['away']]);
  });
});
