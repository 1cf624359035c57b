/** The parts of a node by themselves: how long it trusts its lease, and its tables of streams. */
import { LeaseTrust } from '#actors/cluster/lease-trust.js';
import { BySlot } from '#actors/cluster/streams/by-slot.js';
import { StreamConnections } from '#actors/cluster/streams/stream-connections.js';
import { SubscribeRequests } from '#actors/cluster/streams/subscribe-requests.js';
import { SLOTS, slotOf } from '#src/domain/slots.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';

const TRUST_MS = 1_000;
const BEAT_MS = 100;

describe('the trust in a lease', () => {
  it('ends with its time, and the lease is over a heartbeat later', async () => {
    const env = new VirtualEnv();
    const trust = new LeaseTrust(env, { trustMs: TRUST_MS, beatMs: BEAT_MS });
    expect([trust.lasts, trust.isLeaseOver]).toEqual([false, true]);
    trust.renew(env.monotonic());
    await env.advance(TRUST_MS - 1);
    expect([trust.lasts, trust.isLeaseOver]).toEqual([true, false]);
    await env.advance(1);
    expect([trust.lasts, trust.isLeaseOver]).toEqual([false, false]);
    await env.advance(BEAT_MS);
    expect(trust.isLeaseOver).toBe(false);
    await env.advance(1);
    expect(trust.isLeaseOver).toBe(true);
  });

  it('is cut off when it has ended and no heartbeat was answered for the time, however long it was extended', async () => {
    const env = new VirtualEnv();
    const trust = new LeaseTrust(env, { trustMs: TRUST_MS, beatMs: BEAT_MS });
    trust.renew(0);
    await env.advance(900);
    trust.extend(900);
    await env.advance(999);
    expect(trust.isCutOff(1_500)).toBe(false);
    await env.advance(1);
    expect([trust.isCutOff(1_500), trust.isCutOff(1_900), trust.isCutOff(1_901)]).toEqual([true, true, false]);
    trust.renew(env.monotonic());
    expect(trust.isCutOff(0)).toBe(false);
  });

  it('is extended while it lasts, and not after', async () => {
    const env = new VirtualEnv();
    const trust = new LeaseTrust(env, { trustMs: TRUST_MS, beatMs: BEAT_MS });
    trust.renew(0);
    await env.advance(900);
    trust.extend(900);
    await env.advance(100);
    expect([trust.lasts, trust.isExtended]).toEqual([true, true]);
    trust.relyOnTable();
    expect([trust.lasts, trust.isExtended]).toEqual([false, false]);
    trust.extend(env.monotonic());
    expect(trust.lasts).toBe(false);
  });
});

describe('the tables of streams', () => {
  it('count each actor once, and know what belongs to a slot', () => {
    const table = new BySlot<number>();
    table.set('r', 1);
    table.set('r', 2);
    table.set('s', 3);
    expect([table.size, table.get('r'), [...table.values()].sort()]).toEqual([2, 2, [2, 3]]);
    table.delete('unknown');
    table.delete('s');
    expect(table.size).toBe(1);
    expect([...table.deleteSlot(slotOf('r'))]).toEqual([['r', 2]]);
    expect([table.size, table.get('r')]).toEqual([0, undefined]);
  });

  it('keep what else is in a slot when one of it goes', () => {
    const table = new BySlot<number>();
    const other = Array.from({ length: 100 * SLOTS }, (_, at) => `r${at}`).find((id) => slotOf(id) === slotOf('r'));
    table.set('r', 1);
    table.set(other as string, 2);
    table.delete('r');
    expect([table.size, table.get(other as string), [...table.values()]]).toEqual([1, 2, [2]]);
  });

  it('end the connections of a slot, of a publisher, and of all that are not in use', () => {
    const connections = new StreamConnections();
    const [first, second, other] = [connections.of('b', 1), connections.of('b', SLOTS - 1), connections.of('c', 1)];
    connections.end('b', [1]);
    expect([first, second, other].map(({ isOver }) => isOver)).toEqual([true, false, false]);
    expect(connections.of('b', 1)).not.toBe(first);
    connections.keep(new Set(['c', null]));
    expect([second.isOver, other.isOver, connections.of('c', 1) === other]).toEqual([true, false, true]);
    connections.endAll();
    expect(other.isOver).toBe(true);
  });
});

describe('the end of subscriptions', () => {
  function requests() {
    const env = new VirtualEnv();
    const network = new MemoryNetwork();
    const at = { isOver: false };
    const [transport, other] = [network.join(), network.join()];
    void transport.listen('a1');
    void other.listen('b1');
    const own = new SubscribeRequests({
      kind: 'room',
      coordinator: { token: 'a1' },
      positions: { of: async () => [] },
      onOwnItem: () => undefined,
      transport,
      env,
      subscriptions: {
        values: () => [
          { id: 'r', from: at.isOver ? null : 'b1', lastSeq: 3 },
          { id: 'not-placed', from: 'b1', lastSeq: null },
          { id: 'elsewhere', from: 'c1', lastSeq: 4 },
        ],
      },
      onError: () => undefined,
    });
    return { env, transport, other, own, at };
  }

  it('is told to a publisher once a round, of those alone that are still over', async () => {
    const { own, transport } = requests();
    for (const [id, isOver] of [
      ['r', true],
      ['s', false],
      ['t', true],
    ] as const)
      own.unsubscribe('b1', id, () => isOver);
    own.unsubscribe('c1', 'u', () => false);
    await breath();
    expect(transport.sent).toEqual([['b1', { type: 'unsubscribe', kind: 'room', ids: ['r', 't'] }]]);
  });

  it('is not told to a node of the previous version, which hears of it with the next positions', async () => {
    const { own, transport, other, env, at } = requests();
    other.onRequest(async (_, body) =>
      (body as { type: string }).type === 'watch' ? { type: 'watching', seq: 3 } : { type: 'moved' },
    );
    expect(await own.subscribe('b1', [['r', 3]])).toEqual({ session: null, positions: [3] });
    own.unsubscribe('b1', 'r', () => true);
    await breath();
    expect(transport.sent).toEqual([]);
    await env.advance(5_000);
    expect(transport.sent).toEqual([['b1', { type: 'following', kind: 'room', rooms: [['r', 3]] }]]);
    expect(env.timers).toBe(1);
    at.isOver = true;
    await env.advance(5_000);
    expect([transport.sent.length, env.timers]).toEqual([1, 0]);
    own.stop();
  });
});
