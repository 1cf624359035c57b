/** The clock of the lease table jumps: all lives end there at once, while the nodes still trust what they have. */
import { Coordinator } from '#actors/cluster/coordinator.js';
import { TableClock } from '#actors/cluster/table-clock.js';
import { TableUnavailable } from '#src/cluster/lease-table.js';
import { SLOTS } from '#src/domain/slots.js';
import { directTableChannel, LeaseData, VirtualLeaseTable } from '../sim/edges/virtual-lease-table.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

const LEASE_MS = 6_000;
const TRUST_MS = 5_000;
const BEAT_MS = 2_000;

describe('a lease table whose clock is set back', () => {
  it('gives the slots of a dead node away after one lease all the same', () => {
    let [now, offBy] = [0, 0];
    const data = new LeaseData(LEASE_MS, () => now + offBy);
    data.open();
    data.begin({ name: 'a', token: 'dead' }, []);
    expect(data.claim('dead', [1], { over: [], generation: data.generation })).toEqual([1]);
    offBy = -3_600_000;
    expect(data.begin({ name: 'a', token: 'again' }, []).status).toBe('taken');
    now += LEASE_MS;
    expect(data.begin({ name: 'a', token: 'again' }, []).status).toBe('alive');
    expect(data.claim('again', [1], { over: ['dead'], generation: data.generation })).toEqual([1]);
  });
});

/** Three nodes on one table, whose clock can be set and which a node may not reach. */
async function cluster() {
  const env = new VirtualEnv();
  const world = { jumped: 0, unreachable: '' };
  const errors: string[] = [];
  const data = new LeaseData(LEASE_MS, () => env.monotonic() + world.jumped);
  data.open();
  const nodes: Coordinator[] = [];
  for (const name of ['a', 'b', 'c']) {
    const table = new VirtualLeaseTable(data, {
      ...directTableChannel,
      carry: async (step) => {
        if (world.unreachable === name) throw new TableUnavailable('cut off');
        return step();
      },
    });
    // The word that something has changed is a hint: here it never comes.
    table.onChange = () => undefined;
    const slots = { drain: async () => undefined, evict: () => undefined, onTableChange: () => undefined };
    const node = new Coordinator({
      name,
      table,
      env,
      beatMs: BEAT_MS,
      trustMs: TRUST_MS,
      slots,
      onError: (what) => void errors.push(what),
    });
    await env.until(node.start());
    nodes.push(node);
    // Their heartbeats are apart, as those of nodes that were started one after the other.
    await env.advance(600);
  }
  const holders = (slot: number) => nodes.filter((node) => node.holds(slot)).length;
  const counts = () => Array.from({ length: SLOTS }, (_, slot) => holders(slot));
  const hasOneHolderAtMost = async () => {
    for (let passed = 0; passed < 2 * LEASE_MS; passed += 100) {
      expect(Math.max(...counts())).toBeLessThanOrEqual(1);
      await env.advance(100);
    }
  };
  await env.advance(20_000);
  expect(new Set(counts())).toEqual(new Set([1]));
  return { env, world, errors, nodes, counts, hasOneHolderAtMost };
}

describe('a lease table whose clock jumps forward', () => {
  it.each([1_500, 7_000, 3_600_000])(
    'by %d ms never has two holders of one slot, and soon has one for each',
    async (byMs) => {
      const { env, world, errors, nodes, counts, hasOneHolderAtMost } = await cluster();
      world.jumped = byMs;
      await hasOneHolderAtMost();
      await env.advance(LEASE_MS);
      expect(new Set(counts())).toEqual(new Set([1]));
      errors.length = 0;
      for (const node of nodes) await env.until(node.stop());
      expect(errors).toEqual([]);
    },
  );

  it.each([1_500, 3_000, 7_000])(
    'by %d ms leaves the slots of a node that is cut off to it, for as long as it trusts them',
    async (byMs) => {
      const { env, world, nodes, counts, hasOneHolderAtMost } = await cluster();
      world.unreachable = 'b';
      await env.advance(1_000);
      world.jumped = byMs;
      await hasOneHolderAtMost();
      await env.advance(LEASE_MS);
      expect(new Set(counts())).toEqual(new Set([1]));
      world.unreachable = '';
      for (const node of nodes) await env.until(node.stop());
    },
  );
});

describe('the clock of the lease table, as a node judges it by its own', () => {
  const opened = () => {
    const env = new VirtualEnv();
    return { env, clock: new TableClock(env, TRUST_MS) };
  };

  it('says nothing with its first answer, whatever its time is', () => {
    const { clock } = opened();
    clock.observe(9e12, 0);
    expect(clock.isQuiet).toBe(false);
  });

  // An answer that took long was given at some moment on its way.
  it.each([0, 900])(
    'may gain a twentieth of the time of trust, not more (%d ms for the first answer)',
    async (wayMs) => {
      for (const [gainedMs, isSet] of [
        [TRUST_MS / 20, false],
        [TRUST_MS / 20 + 1, true],
      ] as const) {
        const { env, clock } = opened();
        await env.advance(1_000);
        const sentAt = env.monotonic();
        await env.advance(wayMs);
        clock.observe(70_000, sentAt);
        await env.advance(BEAT_MS);
        clock.observe(70_000 + wayMs + BEAT_MS + gainedMs, env.monotonic());
        expect(clock.isQuiet).toBe(isSet);
      }
    },
  );

  it('that was set lets no slot be claimed for as long as any node may trust its lease', async () => {
    const { env, clock } = opened();
    clock.doubt();
    await env.advance(TRUST_MS - 1);
    expect(clock.isQuiet).toBe(true);
    // What the table asks for does not end it sooner.
    clock.quietFor(0);
    expect(clock.isQuiet).toBe(true);
    await env.advance(1);
    expect(clock.isQuiet).toBe(false);
  });

  it('is compared with its latest answer: one that was set long ago is in order again', async () => {
    const { env, clock } = opened();
    clock.observe(0, env.monotonic());
    clock.observe(3_600_000, env.monotonic());
    await env.advance(TRUST_MS);
    clock.observe(3_600_000 + TRUST_MS, env.monotonic());
    expect(clock.isQuiet).toBe(false);
  });
});
