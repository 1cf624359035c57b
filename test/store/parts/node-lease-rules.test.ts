/** The lease of the one node on virtual time, to the millisecond: who takes it, who waits, and until when it is trusted. */
import { acquireNodeLease, type NodeLeaseSetting } from '#src/store/mongo/node-lease.js';
import { type Doc, StoreLocked, StoreUnavailable } from '#src/store/store.js';
import { dropReplies, FaultyStore, type StoreCall } from '../../support/store/faulty-store.js';
import { memoryStore } from '../../support/store/memory-store.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

type LeaseDoc = Doc & { node: string; token: string; until: number; rev?: number };

const LEASE_MS = 9_000;

function scene() {
  const env = new VirtualEnv();
  const real = memoryStore(() => env.now());
  const store = new FaultyStore(real);
  const losses: string[] = [];
  const waits: [string, number][] = [];
  const acquire = (token: string, more: Partial<NodeLeaseSetting> = {}) =>
    acquireNodeLease(store, {
      nodeId: `node ${token}`,
      token,
      leaseMs: LEASE_MS,
      onLost: (why) => losses.push(why),
      onWaiting: (holder, ms) => waits.push([holder, ms]),
      clock: env,
      ...more,
    });
  const put = (doc: Omit<LeaseDoc, '_id'>) =>
    real.write([{ op: 'put', in: 'meta', doc: { _id: 'node-lease', ...doc } }]);
  const stored = () => real.get<LeaseDoc>('meta', 'node-lease');
  /** A holder that was killed. */
  const abandoned = (leftMs: number) => put({ node: 'node gone', token: 'gone', until: env.now() + leftMs });
  const settle = async () => {
    for (let at = 0; at < 10; at += 1) await breath();
  };
  const pass = async (ms: number) => {
    await env.advance(ms);
    await settle();
  };
  return { env, real, store, losses, waits, acquire, put, stored, abandoned, settle, pass };
}

const isSetting = (call: StoreCall) => call.op === 'write' && call.writes[0]?.op === 'set';
const settings = ({ calls }: FaultyStore) => calls.filter(isSetting).length;
const away = () => {
  throw new StoreUnavailable('it is away');
};

describe('a start', () => {
  it('takes a free lease at once, for ten seconds unless it says otherwise, and names itself', async () => {
    for (const leaseMs of [LEASE_MS, undefined]) {
      const { env, acquire, stored, waits } = scene();
      await acquire('one', leaseMs === undefined ? { leaseMs: undefined as never } : {});
      const until = env.now() + (leaseMs ?? 10_000);
      expect(await stored()).toEqual({ _id: 'node-lease', node: 'node one', token: 'one', until });
      expect(waits).toEqual([]);
    }
  });

  it.each([0, -1, -60_000])('takes a lease that ends in %i ms without waiting', async (leftMs) => {
    const { acquire, abandoned, stored, waits } = scene();
    await abandoned(leftMs);
    await acquire('two');
    expect([(await stored())?.token, waits]).toEqual(['two', []]);
  });

  it('waits for a dead holder, looks every half second, says so once, and takes the lease when it has ended', async () => {
    const { env, store, acquire, abandoned, stored, waits, settle, pass } = scene();
    await abandoned(1_200);
    const from = env.monotonic();
    const looks: number[] = [];
    store.fault = ({ op }, phase) => {
      if (op === 'get' && phase === 'before') looks.push(env.monotonic() - from);
    };
    const taken = acquire('two');
    await settle();
    for (let passed = 0; passed < 1_200; passed += 100) await pass(100);
    expect((await stored())?.token).toBe('gone');
    await pass(1);
    await taken;
    expect([looks, waits]).toEqual([[0, 500, 1_000, 1_201], [['node gone', 1_200]]]);
    expect((await stored())?.token).toBe('two');
  });

  it('is refused by a holder that renews, and told its name and when to come again', async () => {
    const { env, acquire, abandoned, put, settle, pass } = scene();
    await abandoned(5_000);
    const starting = acquire('two');
    const refused = expect(starting).rejects.toEqual(
      new StoreLocked(
        'node node gone holds the lease of this database; stop it, or wait 6 s if it is gone. Several nodes need REDIS_URL',
      ),
    );
    await settle();
    await pass(100);
    await put({ node: 'node gone', token: 'gone', until: env.now() + 6_300 });
    await pass(400);
    await refused;
  });

  it('is refused where another node takes the lease while it waits, of whatever time', async () => {
    const { env, acquire, abandoned, put, settle, pass } = scene();
    await abandoned(5_000);
    const starting = acquire('two');
    const refused = expect(starting).rejects.toThrow('node node three holds the lease');
    await settle();
    await pass(100);
    await put({ node: 'node three', token: 'three', until: env.now() + 4_900 });
    await pass(400);
    await refused;
  });

  it('is refused where another one is quicker, whose name is told if it is there', async () => {
    for (const winner of [{ node: 'node three', token: 'three', until: 0 }, null]) {
      const { real, store, acquire, put, abandoned } = scene();
      await abandoned(0);
      store.fault = async (call, phase) => {
        if (call.op !== 'write' || phase !== 'before') return;
        if (winner) await put(winner);
        else await real.write([{ op: 'del', in: 'meta', id: 'node-lease' }]);
      };
      const said = winner ? 'node node three holds the lease of this database; stop it, or wait 1 s' : 'has just taken';
      const refused = await acquire('two').catch((cause: unknown) => cause);
      expect(refused).toBeInstanceOf(StoreLocked);
      expect((refused as Error).message).toContain(said);
    }
  });

  it('does not take a lease that its holder has renewed meanwhile, nor one that appeared', async () => {
    for (const doc of [{ until: 1 }, { token: 'other' }]) {
      const { env, store, acquire, put, abandoned, stored } = scene();
      await abandoned(0);
      const newer = { node: 'n', token: 'gone', until: env.now(), ...doc };
      store.fault = async (call, phase) => {
        if (call.op === 'write' && phase === 'before') await put(newer);
      };
      await expect(acquire('two')).rejects.toThrow('node n holds');
      expect(await stored()).toMatchObject(newer);
    }
    const { store, acquire, put, stored } = scene();
    store.fault = async (call, phase) => {
      if (call.op === 'write' && phase === 'before') await put({ node: 'n', token: 'first', until: 0 });
    };
    await expect(acquire('two')).rejects.toThrow('node n holds');
    expect((await stored())?.token).toBe('first');
  });

  it('needs nobody that hears of its waiting', async () => {
    const { acquire, abandoned, settle, pass } = scene();
    await abandoned(400);
    const starting = acquire('two', { onWaiting: undefined as never });
    await settle();
    await pass(401);
    expect((await starting).isTrusted()).toBe(true);
  });
});

describe('a lease that is held', () => {
  it('is trusted for 95 % of its time from before it was asked for, and is renewed every third', async () => {
    const { env, store, acquire, stored, pass } = scene();
    store.fault = async (call, phase) => {
      if (call.op === 'write' && phase === 'before' && !isSetting(call)) await env.advance(50);
    };
    const lease = await acquire('one');
    store.fault = () => undefined;
    await pass(2_999);
    expect(settings(store)).toBe(0);
    await pass(1);
    expect(settings(store)).toBe(1);
    expect(await stored()).toMatchObject({ rev: 1, until: env.now() + LEASE_MS });
    await pass(3_000);
    expect(await stored()).toMatchObject({ rev: 2, until: env.now() + LEASE_MS });
    store.fault = away;
    await pass(8_549);
    expect(lease.isTrusted()).toBe(true);
    await pass(1);
    expect(lease.isTrusted()).toBe(false);
  });

  it('counts the time of its first trust from before the question', async () => {
    const { env, store, acquire } = scene();
    store.fault = async (call, phase) => {
      if (call.op === 'write' && phase === 'after') {
        await env.advance(100);
        store.fault = away;
      }
    };
    const lease = await acquire('one');
    await env.advance(8_449);
    expect(lease.isTrusted()).toBe(true);
    await env.advance(1);
    expect(lease.isTrusted()).toBe(false);
  });

  it('asks again after a tenth of its time while the store is away, and is trusted again afterwards', async () => {
    const { store, losses, acquire, pass } = scene();
    const lease = await acquire('one');
    store.fault = away;
    await pass(3_000);
    expect(settings(store)).toBe(1);
    await pass(899);
    expect(settings(store)).toBe(1);
    await pass(1);
    expect(settings(store)).toBe(2);
    await pass(8_000);
    expect([lease.isTrusted(), losses]).toEqual([false, []]);
    store.fault = () => undefined;
    await pass(900);
    expect([lease.isTrusted(), losses]).toEqual([true, []]);
  });

  it('is lost to another node: this one is told once, asks no more and is not trusted', async () => {
    const { env, store, losses, acquire, put, pass } = scene();
    const lease = await acquire('one');
    await put({ node: 'n', token: 'other', until: env.now() + 60_000 });
    await pass(3_000);
    expect([losses, lease.isTrusted()]).toEqual([['another node has taken the lease over'], false]);
    const before = store.calls.length;
    await pass(20_000);
    expect([losses.length, store.calls.length, env.timers]).toEqual([1, before, 0]);
  });

  it('is lost where it is gone', async () => {
    const { real, losses, acquire, pass } = scene();
    await acquire('one');
    await real.write([{ op: 'del', in: 'meta', id: 'node-lease' }]);
    await pass(3_000);
    expect(losses).toHaveLength(1);
  });

  it('is kept by a renewal whose first sending came through, but not by an older one', async () => {
    for (const [rev, isKept] of [
      [1, true],
      [2, false],
    ] as const) {
      const { real, store, losses, acquire, pass } = scene();
      await acquire('one');
      store.fault = async (call, phase) => {
        if (!isSetting(call) || phase !== 'before') return;
        await real.write([{ op: 'set', in: 'meta', id: 'node-lease', set: { rev } }]);
      };
      await pass(3_000);
      expect(losses).toHaveLength(isKept ? 0 : 1);
    }
  });

  it('that was taken over is not kept because the number of the renewal fits', async () => {
    const { store, losses, acquire, put, pass } = scene();
    await acquire('one');
    store.fault = async (call, phase) => {
      if (isSetting(call) && phase === 'before') await put({ node: 'n', token: 'other', until: 0, rev: 1 });
    };
    await pass(3_000);
    expect(losses).toHaveLength(1);
  });
});

describe('a release', () => {
  it('frees the lease, ends the renewals and the trust', async () => {
    const { env, store, acquire, stored, pass } = scene();
    const lease = await acquire('one');
    await lease.release();
    expect([await stored(), lease.isTrusted(), env.timers]).toEqual([null, false, 0]);
    await pass(10_000);
    expect(settings(store)).toBe(0);
  });

  it('leaves the lease of another node alone, and does not fail because the store is away', async () => {
    const { store, acquire, put, stored } = scene();
    const lease = await acquire('one');
    await put({ node: 'n', token: 'other', until: 5 });
    await lease.release();
    expect((await stored())?.token).toBe('other');
    store.fault = away;
    await lease.release();
    store.fault = () => {
      throw new TypeError('a mistake of ours');
    };
    await expect(lease.release()).rejects.toThrow('a mistake of ours');
  });

  it('waits for a renewal that is under way, which neither renews again nor reports a loss', async () => {
    for (const fault of [dropReplies('write', 'before'), () => undefined]) {
      const { env, store, losses, acquire, settle } = scene();
      const lease = await acquire('one');
      let open: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        open = resolve;
      });
      store.fault = async (call, phase) => {
        if (!isSetting(call) || phase !== 'before') return undefined;
        await held;
        return fault(call, phase);
      };
      await env.advance(3_000);
      await settle();
      let isReleased = false;
      const releasing = lease.release().then(() => {
        isReleased = true;
      });
      await settle();
      expect(isReleased).toBe(false);
      open();
      await releasing;
      expect([losses, env.timers, lease.isTrusted()]).toEqual([[], 0, false]);
    }
  });
});
