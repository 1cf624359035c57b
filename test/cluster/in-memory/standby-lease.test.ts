/** The life of one node that goes on by extensions in the store: which requests count, and what is left of them. */
import { LeaseTrust } from '#actors/cluster/lease-trust.js';
import { Standby } from '#actors/cluster/standby.js';
import type { Table } from '#src/cluster/lease-table.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { latch } from './nodes.js';

const TRUST_MS = 1_000;
const BEAT_MS = 100;
const table: Table = { version: 1, nodes: [], owners: new Map(), placements: new Map() };

function standby() {
  const env = new VirtualEnv();
  const asked: string[] = [];
  const errors: string[] = [];
  const at = { isDown: false, isEnded: false, held: null as Promise<void> | null };
  const told = { ended: 0 };
  const say = (what: string) => async (about: string | { token: string }) => {
    asked.push(`${what} ${typeof about === 'string' ? about : about.token}`);
    await at.held;
    if (at.isDown) throw new Error('the store is down');
    return !at.isEnded;
  };
  const names = ['register', 'extend', 'withdraw', 'forget'];
  const leases = Object.fromEntries(names.map((name) => [name, say(name)])) as unknown as StandbyLeases;
  const trust = new LeaseTrust(env, { trustMs: TRUST_MS, beatMs: BEAT_MS });
  trust.renew(0);
  const own = new Standby({
    leases,
    env,
    trust,
    onEnded: () => {
      told.ended += 1;
    },
    onError: (what) => void errors.push(what),
  });
  return { env, own, trust, at, asked, errors, told };
}

describe('the extension of a lease by the store', () => {
  it('counts from when it was asked for', async () => {
    const { env, own, trust, at } = standby();
    const { closed, open } = latch();
    at.held = closed;
    await env.advance(400);
    const extended = own.extend('one', table);
    await env.advance(300);
    open();
    await extended;
    await env.advance(TRUST_MS - 300 - 1);
    expect(trust.lasts).toBe(true);
    await env.advance(1);
    expect(trust.lasts).toBe(false);
  });

  it('is asked for once at a time, and again after the answer or a failure, which is reported', async () => {
    const { own, at, asked, errors } = standby();
    const { closed, open } = latch();
    Object.assign(at, { held: closed, isDown: true });
    const first = own.extend('one', table);
    await own.extend('one', table);
    expect(asked).toEqual(['extend one']);
    open();
    await first;
    expect(errors).toEqual(['standby lease not extended']);
    await own.extend('one', table);
    expect(asked).toEqual(['extend one', 'extend one']);
  });

  it('is not asked for once trust has ended: others may have the slots', async () => {
    const { env, own, asked } = standby();
    await env.advance(TRUST_MS);
    await own.extend('one', table);
    expect(asked).toEqual([]);
  });

  it('that is refused ends the life', async () => {
    const { own, at, told, trust } = standby();
    at.isEnded = true;
    await own.extend('one', table);
    expect([told.ended, trust.isExtended]).toEqual([1, false]);
  });

  it.each([false, true])(
    'does not count where the lease table has answered meanwhile (refused: %s)',
    async (isEnded) => {
      const { env, own, at, told, trust } = standby();
      const { closed, open } = latch();
      Object.assign(at, { held: closed, isEnded });
      await env.advance(TRUST_MS - 1);
      const extended = own.extend('one', table);
      at.held = null;
      await own.withdraw();
      open();
      await extended;
      await env.advance(1);
      expect([told.ended, trust.lasts]).toEqual([0, false]);
    },
  );
});

describe('the record of a life in the store', () => {
  const node = (token: string) => ({ name: 'a', token });

  it('is written once for each life: one that another node has removed does not come back', async () => {
    const { own, asked } = standby();
    for (const token of ['one', 'one', 'two']) await own.register(node(token));
    expect(asked).toEqual(['register one', 'register two']);
  });

  it('is withdrawn of what was extended, once it is stored, and nothing is written otherwise', async () => {
    const { own, at, asked, errors } = standby();
    await own.withdraw();
    expect(asked).toEqual([]);
    await own.extend('one', table);
    at.isDown = true;
    await own.withdraw();
    expect(errors).toEqual(['standby lease not withdrawn']);
    at.isDown = false;
    await own.withdraw();
    await own.withdraw();
    expect(asked).toEqual(['extend one', 'withdraw one', 'withdraw one']);
  });

  it('is removed once the life is given up, as soon as the store answers', async () => {
    const { own, at, asked } = standby();
    at.isDown = true;
    await own.drop('one');
    at.isDown = false;
    await own.withdraw();
    await own.withdraw();
    expect(asked).toEqual(['forget one', 'forget one']);
  });

  it('is withdrawn of the token that goes on, and only removed of the one that is given up', async () => {
    const { own, asked } = standby();
    await own.extend('two', table);
    await own.drop('one');
    expect(asked).toEqual(['extend two', 'withdraw two', 'forget one']);
    asked.length = 0;
    await own.extend('two', table);
    await own.drop('two');
    expect(asked).toEqual(['extend two', 'forget two']);
  });
});
