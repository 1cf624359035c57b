/** Two nodes on virtual time: what one does with the slots, requests and streams of the other. */
import { Cluster } from '#actors/cluster/cluster.js';
import { heaviest } from '#actors/cluster/slots.js';
import type { KnownPosition } from '#actors/cluster/streams/stream-positions.js';
import type { StreamItem } from '#actors/cluster/streams/stream-subscription.js';
import type { ActorSystem } from '#actors/runtime/actor-system.js';
import type { Answer } from '#actors/runtime/client.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { FORMAT } from '#src/domain/format.js';
import { SLOTS, slotOf } from '#src/domain/slots.js';
import { LeaseData } from '../../sim/edges/virtual-lease-table.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';
import { TableHandle } from './table-handle.js';

const [LEASE_MS, BEAT_MS, TRUST_MS] = [6_000, 1_000, 5_000];
const FORGET_MS = 1_500;
const ids = Array.from({ length: 200 }, (_, at) => `room-${at}`);
type Commands = { type: string };
type Replies = Record<string, unknown>;

/** The part of an actor system that the cluster uses: every actor answers with the name of its node. */
class PretendSystem {
  readonly commands: [kind: string, id: string, command: { type: string }][] = [];
  readonly drained: { isMeant: (id: string) => boolean; timeoutMs: number }[] = [];
  readonly evicted: ((id: string) => boolean)[] = [];
  readonly hub = new StreamHub<StreamItem>(() => undefined);
  replay: Answer<unknown> = { ok: true, value: { items: [], seq: 5, hasMore: false } };
  /** Whether somebody has needed its actors lately. */
  isAwake = true;
  /** It is on its way out. */
  isStopping = false;
  /** Draining waits for it. */
  busy: Promise<void> | null = null;
  /** Draining finishes everything. */
  isWhole = true;
  readonly #name: string;
  readonly #cluster: Cluster;
  constructor(name: string, cluster: Cluster) {
    this.#name = name;
    this.#cluster = cluster;
  }
  knows(): boolean {
    return true;
  }

  askHere(kind: string, id: string, command: { type: string }): Promise<Answer<unknown>> | null {
    if (this.isStopping || !this.#cluster.takes(id)) return null;
    this.commands.push([kind, id, command]);
    if (command.type === 'fail') return Promise.reject(new Error('broken'));
    return Promise.resolve(command.type === 'replay' ? this.replay : { ok: true, value: this.#name });
  }
  isActive(): boolean {
    return this.isAwake;
  }
  streams() {
    return this.hub;
  }
  async drain(isMeant: (id: string) => boolean, timeoutMs: number): Promise<boolean> {
    this.drained.push({ isMeant, timeoutMs });
    await this.busy;
    return this.isWhole;
  }
  evict(isMeant: (id: string) => boolean): void {
    this.evicted.push(isMeant);
  }
}

function world() {
  const env = new VirtualEnv();
  const data = new LeaseData(LEASE_MS, () => env.monotonic());
  const network = new MemoryNetwork();
  const make = (name: string) => {
    const errors: string[] = [];
    const table = new TableHandle(data, () => env.monotonic());
    const transport = network.join();
    const onError = (what: string) => void errors.push(what);
    const cluster = new Cluster({ name, table, transport, env, beatMs: BEAT_MS, trustMs: TRUST_MS, onError });
    const system = new PretendSystem(name, cluster);
    cluster.attach(system as unknown as ActorSystem);
    const later: KnownPosition[] = [];
    const streams = cluster.streams<StreamItem>('room', async (known) => {
      later.push(...known);
      return new Set<string>();
    });
    const rooms = cluster.client<Commands, Replies>('room');
    const told = { gained: 0, table: 0, loss: 0 };
    cluster.onGained(() => {
      told.gained += 1;
    });
    cluster.onTable(() => {
      told.table += 1;
    });
    const stopLoss = cluster.onLoss(() => {
      told.loss += 1;
    });
    return { name, cluster, table, transport, system, streams, rooms, errors, told, later, stopLoss };
  };
  const pair = async () => {
    const [a, b] = [make('a'), make('b')];
    await a.cluster.start();
    await env.advance(LEASE_MS + BEAT_MS);
    await b.cluster.start();
    await env.advance(10 * BEAT_MS);
    const idOf = (name: string) => ids.find((id) => heaviest(slotOf(id), ['a', 'b']) === name) as string;
    return { a, b, ofA: idOf('a'), ofB: idOf('b') };
  };
  return { env, data, network, make, pair };
}

type Pair = Awaited<ReturnType<ReturnType<typeof world>['pair']>>;

describe('two nodes', () => {
  it('answer for each other’s actors', async () => {
    const { pair } = world();
    const { a, b, ofA, ofB } = await pair();
    expect([a.cluster.takes(ofA), a.cluster.takes(ofB), b.cluster.takes(ofB)]).toEqual([true, false, true]);
    expect(await a.rooms.ask(ofB, { type: 'view' })).toBe('b');
    expect(await b.rooms.ask(ofA, { type: 'view' })).toBe('a');
    expect(await a.rooms.ask(ofA, { type: 'view' })).toBe('a');
    expect(b.system.commands).toEqual([['room', ofB, { type: 'view' }]]);
  });

  it('are told of slots that came, of each change of the table, and of a node that is gone', async () => {
    const { env, data, pair } = world();
    const { a, b } = await pair();
    expect([a.told.gained > 0, b.told.gained > 0, a.told.loss, b.told.loss]).toEqual([true, true, 0, 0]);
    const before = { ...a.told };
    await env.advance(3 * BEAT_MS);
    expect(a.told).toEqual(before);
    b.table.isCut = true;
    await env.advance(LEASE_MS + 2 * BEAT_MS);
    expect(a.told.loss).toBe(1);
    expect(a.told.gained).toBe(before.gained + 1);
    expect(a.told.table).toBeGreaterThan(before.table);
    b.table.isCut = false;
    await env.advance(10 * BEAT_MS);
    // Slots that go to a node that came back are no news of either kind.
    expect([a.told.loss, a.told.gained]).toEqual([1, before.gained + 1]);
    a.stopLoss();
    data.end(b.cluster.coordinator.token);
    await env.advance(10 * BEAT_MS);
    expect(a.told.loss).toBe(1);
  });

  it('take a node for lost unless it says at last that it has left in order', async () => {
    const { env, pair } = world();
    const { a, b } = await pair();
    await env.until(b.cluster.stop());
    await env.advance(FORGET_MS + BEAT_MS);
    expect([a.told.loss, a.transport.abandoned.length]).toEqual([0, 1]);
  });

  it('take a node for lost that left without finishing everything, or whose last message did not arrive', async () => {
    for (const spoil of [
      ({ b }: Pair) => {
        b.system.isWhole = false;
      },
      ({ b }: Pair) => {
        b.transport.broadcast = () => undefined;
      },
    ]) {
      const { env, pair } = world();
      const two = await pair();
      spoil(two);
      await env.until(two.b.cluster.stop());
      await env.advance(FORGET_MS - BEAT_MS);
      expect(two.a.told.loss).toBe(0);
      await env.advance(2 * BEAT_MS);
      expect(two.a.told.loss).toBe(1);
    }
  });

  it('give up requests to a node a second and a half after it is gone', async () => {
    const { env, data, pair } = world();
    const { a, b } = await pair();
    const { token } = b.cluster.coordinator;
    b.table.isCut = true;
    data.end(token);
    await env.advance(BEAT_MS);
    const goneAt = env.monotonic();
    expect(a.told.loss).toBe(1);
    expect(a.transport.abandoned).toEqual([]);
    await env.advance(400);
    expect([env.monotonic() - goneAt, a.transport.abandoned]).toEqual([400, []]);
    await env.advance(1_100);
    expect(a.transport.abandoned).toEqual([token]);
    await env.advance(LEASE_MS);
    expect(a.transport.abandoned).toEqual([token]);
  });

  it('drain actors for at most five seconds before their slots go, and evict those that are lost', async () => {
    const { env, pair } = world();
    const { a, b, ofA, ofB } = await pair();
    const drained = a.system.drained.filter(({ isMeant }) => isMeant(ofB));
    expect(drained).toHaveLength(1);
    expect(new Set(a.system.drained.map(({ timeoutMs }) => timeoutMs))).toEqual(new Set([5_000]));
    expect(a.system.drained.some(({ isMeant }) => isMeant(ofA))).toBe(false);
    b.table.isCut = true;
    await env.advance(LEASE_MS + BEAT_MS);
    expect(b.system.evicted.map((isMeant) => [isMeant(ofB), isMeant(ofA)])).toEqual([[true, false]]);
    expect(a.system.evicted).toEqual([]);
  });

  it('answer each other’s questions to a node, whatever slots it has', async () => {
    const { pair } = world();
    const { a, b } = await pair();
    b.cluster.peers.handle('live', (body) => ({ body, of: 'b' }));
    const [reply, ...rest] = await a.cluster.peers.askAll('live', 1, 500);
    expect([reply?.node.name, reply?.value, rest]).toEqual(['b', { body: 1, of: 'b' }, []]);
  });

  it('carry one-way commands to the owner; what cannot be delivered is reported', async () => {
    const { env, pair } = world();
    const { a, b, ofB } = await pair();
    const ownership = a.cluster.ownership();
    expect([ownership.holds(ofB), ownership.takes(ofB)]).toEqual([false, false]);
    expect(b.cluster.ownership().holds(ofB) && b.cluster.ownership().takes(ofB)).toBe(true);
    expect([ownership.token(), ownership.format?.()]).toEqual([a.cluster.coordinator.token, FORMAT]);
    ownership.tell('room', ofB, { type: 'poke' });
    await breath();
    expect(b.system.commands).toEqual([['room', ofB, { type: 'poke' }]]);
    b.cluster.ownership().tell('room', ofB, { type: 'fail' });
    await env.advance(0);
    await breath();
    expect([a.errors, b.errors]).toEqual([[], ['actor message lost']]);
  });
});

describe('a stream of another node', () => {
  it('brings what its owner publishes, until the slot moves; then what the next owner does', async () => {
    const { env, pair } = world();
    const { a, b, ofB } = await pair();
    const received: number[] = [];
    a.streams.watch(ofB, ({ seq }) => void received.push(seq));
    await a.streams.ready(ofB);
    expect(b.system.commands).toEqual([['room', ofB, { type: 'replay', after: null }]]);
    b.system.hub.publish(ofB, { seq: 6 });
    expect(received).toEqual([6]);
    a.system.replay = { ok: true, value: { items: [{ seq: 7 }], seq: 7, hasMore: false } };
    const stopped = b.cluster.stop();
    await env.advance(2 * BEAT_MS);
    await stopped;
    expect(b.transport.sent.filter(([, body]) => (body as { type: string }).type === 'ended')).toHaveLength(1);
    expect(received).toEqual([6, 7]);
    a.system.hub.publish(ofB, { seq: 8 });
    expect(received).toEqual([6, 7, 8]);
    expect(a.transport.asked.filter(({ body }) => (body as { type: string }).type === 'subscribe')).toHaveLength(1);
  });

  it('is renewed with its publisher, which sends again what was lost', async () => {
    const { env, pair } = world();
    const { a, b, ofB } = await pair();
    const received: number[] = [];
    a.streams.watch(ofB, ({ seq }) => void received.push(seq));
    await a.streams.ready(ofB);
    await breath();
    const { messageHandler } = a.transport;
    a.transport.onMessage(() => undefined);
    b.system.hub.publish(ofB, { seq: 6 });
    a.transport.onMessage(messageHandler);
    b.system.replay = { ok: true, value: { items: [{ seq: 6 }], seq: 6, hasMore: false } };
    await env.advance(10 * BEAT_MS);
    expect(received).toEqual([6]);
    expect(b.system.commands.map(([, , command]) => command)).toEqual([
      { type: 'replay', after: null },
      { type: 'replay', after: 5 },
    ]);
  });

  it('is refused as moved where the node does not take the actor on, or knows no such streams', async () => {
    const { pair } = world();
    const { a, b, ofA, ofB } = await pair();
    const { token } = b.cluster.coordinator;
    const subscribe = (kind: string) =>
      a.transport.request(token, { type: 'subscribe', kind, streams: [ofA, ofB].map((id) => [id, null]) }, 1_000);
    expect(await subscribe('room')).toEqual({ type: 'subscribed', session: 1, positions: ['moved', 5] });
    expect(await subscribe('user')).toEqual({ type: 'moved' });
    a.transport.send(token, { type: 'item', kind: 'user', id: ofA, item: { seq: 1 } });
    expect(b.errors).toEqual([]);
  });

  it('loads nothing where nobody needs the actor; its next owner looks whether the log goes on', async () => {
    const { env, pair } = world();
    const { a, b, ofB } = await pair();
    for (const { system } of [a, b]) system.isAwake = false;
    const received: number[] = [];
    a.streams.watch(ofB, ({ seq }) => void received.push(seq));
    await a.streams.ready(ofB);
    b.system.hub.publish(ofB, { seq: 6 });
    b.table.isCut = true;
    await env.advance(LEASE_MS + 4 * BEAT_MS);
    expect([received, a.later, b.later]).toEqual([[6], [[ofB, 6]], []]);
    expect([...a.system.commands, ...b.system.commands]).toEqual([]);
    a.system.hub.publish(ofB, { seq: 7 });
    expect(received).toEqual([6, 7]);
  });

  it('is published to nodes of the previous version in their own way', async () => {
    const { env, pair } = world();
    const { a, b, ofA, ofB } = await pair();
    const { token } = b.cluster.coordinator;
    const watch = (id: string) => a.transport.request(token, { type: 'watch', kind: 'room', id, after: null }, 1_000);
    expect(await watch(ofA)).toEqual({ type: 'moved' });
    expect(await watch(ofB)).toEqual({ type: 'watching', seq: 5 });
    await breath();
    b.system.hub.publish(ofB, { seq: 6 });
    expect(b.transport.sent.at(-1)?.[1]).toEqual({ type: 'item', kind: 'room', id: ofB, item: { seq: 6 } });
    await env.advance(1_100);
    a.transport.send(token, { type: 'following', kind: 'room', rooms: [[ofB, 5]] });
    expect(b.transport.sent.at(-1)?.[1]).toEqual({ type: 'unwatched', kind: 'room', ids: [ofB] });
  });

  it('that its actor refuses is reported here, and asked for again', async () => {
    const { env, pair } = world();
    const { a, ofA } = await pair();
    a.system.replay = { ok: false, code: 'room_not_found' };
    a.streams.watch(ofA, () => undefined);
    await env.advance(0);
    await breath();
    expect(a.errors.splice(0)).toEqual(['stream replay failed']);
    a.system.isStopping = true;
    await env.advance(100);
    expect(a.errors).toEqual([]);
    a.system.isStopping = false;
    a.system.replay = { ok: true, value: { items: [], seq: 1, hasMore: false } };
    await env.advance(100);
    await a.streams.ready(ofA);
  });
});

describe('the address of a node', () => {
  it('is that of its life: it listens under its new token, and tries again every tenth of a second', async () => {
    const { env, pair } = world();
    const { a, b, ofB } = await pair();
    const { token } = b.cluster.coordinator;
    expect(b.transport.listened).toEqual([token]);
    b.transport.refusals = 3;
    b.table.isCut = true;
    await env.advance(LEASE_MS + BEAT_MS);
    b.table.isCut = false;
    await env.advance(BEAT_MS / 4);
    const next = b.cluster.coordinator.token;
    expect(next).not.toBe(token);
    await env.advance(250);
    expect(b.errors.filter((what) => what === 'node listener registration failed')).toHaveLength(3);
    await env.advance(100);
    await env.advance(10 * BEAT_MS);
    expect(b.transport.listened).toEqual([token, next, next, next, next]);
    expect(await a.rooms.ask(ofB, { type: 'view' })).toBe('b');
  });

  it('is kept for half a second after the node has left, and given up then', async () => {
    const { env, pair } = world();
    const { a, b, ofB } = await pair();
    let hasEnded = false;
    const stopped = b.cluster.stop().then(() => {
      hasEnded = true;
    });
    await breath();
    await env.advance(499);
    expect([b.transport.isClosed, hasEnded]).toEqual([false, false]);
    expect(await b.transport.requestHandler('x', { type: 'watch', kind: 'room', id: ofB, after: null })).toEqual({
      type: 'moved',
    });
    await env.advance(1);
    await stopped;
    expect(b.transport.isClosed).toBe(true);
    await env.advance(3 * BEAT_MS);
    expect([a.cluster.coordinator.heldSlots().length, b.transport.listened.length]).toEqual([SLOTS, 1]);
    expect(a.transport.abandoned).toHaveLength(1);
    expect([a.errors, b.errors]).toEqual([[], []]);
  });

  it('is no longer waited for by a node that has stopped itself', async () => {
    const { env, data, pair } = world();
    const { a, b } = await pair();
    b.table.isCut = true;
    data.end(b.cluster.coordinator.token);
    await env.advance(BEAT_MS);
    expect(a.told.loss).toBe(1);
    const stopped = a.cluster.stop();
    await breath();
    await env.advance(500);
    await stopped;
    await env.advance(2_000);
    expect(a.transport.abandoned).toEqual([]);
    b.transport.refusals = 99;
    b.table.isCut = false;
    await env.advance(LEASE_MS);
    const left = b.cluster.stop();
    await breath();
    const tries = b.transport.listened.length;
    expect(tries).toBeGreaterThan(1);
    await env.advance(2_000);
    await left;
    expect([b.transport.listened.length, env.timers]).toEqual([tries, 0]);
  });
});
