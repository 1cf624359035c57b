/** An owner of very many followed streams is lost: what the others do about it, in real time. */
import { Coordinator } from '#actors/cluster/coordinator.js';
import type { NodeMessage, NodeRequest } from '#actors/cluster/messages.js';
import { KindStreams } from '#actors/cluster/streams/kind-streams.js';
import { SUBSCRIBE_BATCH_MAX, SUBSCRIBING_MAX } from '#actors/cluster/streams/subscription-queue.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { SLOTS } from '#src/domain/slots.js';
import { directTableChannel, LeaseData, VirtualLeaseTable } from '../../sim/edges/virtual-lease-table.js';
import { poll } from '../../support/time/poll.js';
import type { Item } from './paged-log.js';

/** `npm run test:soak -- followed` takes 200 000. */
const ROOMS = Number(process.env.FOLLOWED_ROOMS ?? 20_000);
const READ = 100;
const STRETCH_MS_MAX = 50;
/** A fifth of the usual one. */
const LEASE_MS = 1_200;
const rounds = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** What is sent arrives in a later round of the event loop, as over a connection. */
class Link implements NodeTransport {
  static readonly nodes = new Map<string, Link>();
  readonly #token: string;
  readonly asked: { to: string; ids: string[] }[] = [];
  underWay = 0;
  mostUnderWay = 0;
  failed = 0;
  #onRequest: (from: string, body: unknown) => Promise<unknown> = async () => null;
  #onMessage: (from: string, body: unknown) => void = () => undefined;

  constructor(token: string) {
    this.#token = token;
    Link.nodes.set(token, this);
  }

  async request(to: string, body: unknown): Promise<unknown> {
    const ids = (body as { streams: [string, number | null][] }).streams.map(([id]) => id);
    this.asked.push({ to, ids });
    this.underWay += ids.length;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      await rounds();
      const node = Link.nodes.get(to);
      if (!node) throw new Error('no such node');
      return await node.#onRequest(this.#token, JSON.parse(JSON.stringify(body)));
    } catch (error) {
      this.failed += 1;
      throw error;
    } finally {
      this.underWay -= ids.length;
    }
  }

  send(to: string, body: unknown): void {
    void rounds().then(() => {
      const node = Link.nodes.get(to);
      if (node) node.#onMessage(this.#token, body);
    });
  }

  broadcast(): void {}
  abandonRequests(): void {}
  async listen(): Promise<void> {}
  async close(): Promise<void> {}
  onRequest(handler: (from: string, body: unknown) => Promise<unknown>): void {
    this.#onRequest = handler;
  }
  onMessage(handler: (from: string, body: unknown) => void): void {
    this.#onMessage = handler;
  }
}

/** Who owns each slot: known to all at once. */
const owners = new Array<string>(SLOTS).fill('a');
const errors: string[] = [];

function node(token: string) {
  const transport = new Link(token);
  const coordinator = {
    token,
    takes: (slot: number) => owners[slot] === token,
    ownerOf: (slot: number) => ({ name: token, token: owners[slot] as string, isLeaving: false }),
  };
  const streams = new KindStreams({
    kind: 'room',
    here: new StreamHub<Item>(() => undefined),
    coordinator: coordinator as Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>,
    transport,
    isInMemory: () => false,
    replay: () => null,
    later: async () => {
      await rounds();
      return new Set<string>();
    },
    env: systemEnv,
    onError: (what) => void errors.push(what),
  });
  transport.onRequest((from, body) => streams.onRequest(from, body as Extract<NodeRequest, { type: 'subscribe' }>));
  transport.onMessage((from, body) => streams.onMessage(from, body as Exclude<NodeMessage, { type: 'tell' | 'left' }>));
  return { transport, streams, subscriptions: streams.subscriptions };
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * A node that owns slots itself. Its time is that of the processor: what this process does without a pause lets the lease
 * run out, and what other processes of the machine do does not.
 */
async function survivor() {
  const failures: string[] = [];
  let skippedMs = 0;
  const monotonic = () => processorMs() + skippedMs;
  const coordinator = new Coordinator({
    name: 'survivor',
    table: new VirtualLeaseTable(new LeaseData(LEASE_MS, monotonic), directTableChannel),
    env: { ...systemEnv, monotonic },
    beatMs: LEASE_MS / 3,
    trustMs: (LEASE_MS * 5) / 6,
    slots: { drain: async () => undefined, evict: () => undefined, onTableChange: () => undefined },
    onError: (what) => void failures.push(what),
  });
  await coordinator.start();
  // Owners of an earlier table could come back until then.
  skippedMs = LEASE_MS;
  await poll(() => coordinator.heldSlots().length === SLOTS, { until: 'it owns all slots' });
  failures.length = 0;
  const { token } = coordinator;
  return {
    /** Null if it has been an owner all the time. */
    trouble: () => (failures.length === 0 && coordinator.token === token && coordinator.holds(0) ? null : failures),
    stop: () => coordinator.stop(),
  };
}

/** The longest time of the processor between two rounds of the event loop. */
function longestStretch() {
  let [longest, isOver] = [0, false];
  const watch = async () => {
    for (let before = process.cpuUsage(); !isOver; before = process.cpuUsage()) {
      await rounds();
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1_000);
    }
  };
  void watch();
  return () => {
    isOver = true;
    return longest;
  };
}

describe(`a node that follows ${ROOMS} rooms of one owner`, () => {
  const ids = Array.from({ length: ROOMS }, (_, at) => `room-${at}`);
  const read = ids.filter((_, at) => at % Math.floor(ROOMS / READ) === 0);
  const isRead = new Set(read);
  const listener = Object.assign(() => undefined, { positionIn: (id: string) => (isRead.has(id) ? 7 : null) });
  const publishers = ['a', 'b', 'c', 'd'].map(node);
  const here = node('here');
  const { transport, subscriptions } = here;

  afterAll(() => {
    for (const { streams } of [here, ...publishers]) streams.stop();
  });

  /** Resolves once everything was asked for, and answered. */
  async function recover(lose: () => void): Promise<number> {
    Object.assign(transport, { asked: [], mostUnderWay: 0 });
    const stretch = longestStretch();
    lose();
    const count = () => transport.asked.reduce((sum, one) => sum + one.ids.length, 0);
    await poll(() => count() >= ROOMS && transport.underWay === 0, { until: 'all are received', withinMs: 60_000 });
    const stretchMs = stretch();
    expect(count()).toBe(ROOMS);
    expect([transport.failed, errors]).toEqual([0, []]);
    expect(transport.mostUnderWay).toBeLessThanOrEqual(2 * SUBSCRIBING_MAX);
    expect(Math.max(...transport.asked.map((one) => one.ids.length))).toBeLessThanOrEqual(SUBSCRIBE_BATCH_MAX);
    expect(new Set(transport.asked.flatMap((one) => one.ids).slice(0, read.length))).toEqual(isRead);
    return stretchMs;
  }

  function move(from: string, to: string): void {
    Link.nodes.delete(from);
    owners.fill(to);
    subscriptions.onOwnersChanged();
  }

  it('subscribes again in small parts, those with readers first; nothing is refused and nothing stands still', async () => {
    const owner = await survivor();
    for (const id of ids) subscriptions.watch(id, listener);
    await poll(() => transport.asked.length >= ROOMS / SUBSCRIBE_BATCH_MAX && transport.underWay === 0, {
      until: 'all are received',
      withinMs: 60_000,
    });
    const lost = [await recover(() => move('a', 'b')), await recover(() => move('b', 'c'))];
    expect(Math.min(...lost)).toBeLessThanOrEqual(STRETCH_MS_MAX);
    // The publisher has lost what it knew of this node.
    const forget = () => subscriptions.onMissed('c', [0, 0], null);
    const forgotten = [await recover(forget), await recover(forget)];
    expect(Math.min(...forgotten)).toBeLessThanOrEqual(STRETCH_MS_MAX);
    expect(owner.trouble()).toBeNull();
    await owner.stop();
  }, 120_000);
});
