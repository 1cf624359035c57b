/** Streams between nodes on virtual time: who is told what, from where, and for how long. */
import { StreamPublisher } from '#actors/cluster/stream-publisher.js';
import type { StreamItem } from '#actors/cluster/stream-subscription.js';
import { type ReplayPage, StreamSubscriptions } from '#actors/cluster/stream-subscriptions.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';

interface Item extends StreamItem {
  text?: string;
}
type Replay = (id: string, after: number | null) => Promise<ReplayPage<Item>> | null;

const items = (...seqs: number[]): Item[] => seqs.map((seq) => ({ seq }));
const seqsOf = (sent: [string, unknown][]) =>
  sent.flatMap(([, body]) => ((body as { item?: Item }).item ? [(body as { item: Item }).item.seq] : []));

/** A log of an actor that is read in pages. */
class PagedLog {
  items: Item[] = [];
  readonly pageSize: number;
  isHere = true;
  readonly asked: (number | null)[] = [];
  constructor(pageSize: number) {
    this.pageSize = pageSize;
  }
  readonly replay: Replay = (_, after) => {
    this.asked.push(after);
    if (!this.isHere) return null;
    const last = this.items.at(-1)?.seq ?? 0;
    const missed = after === null ? [] : this.items.filter(({ seq }) => seq > after);
    const page = missed.slice(0, this.pageSize);
    const hasMore = missed.length > page.length;
    return Promise.resolve({ items: page, seq: hasMore ? (page.at(-1)?.seq ?? last) : last, hasMore });
  };
}

function publisher(replay: Replay) {
  const env = new VirtualEnv();
  const network = new MemoryNetwork();
  const transport = network.join();
  const here = new StreamHub<Item>(() => undefined);
  const published = new StreamPublisher<Item>({ kind: 'room', here, replay, transport, env });
  const take = () => transport.sent.splice(0);
  return { env, transport, here, published, take };
}

describe('the publisher of a stream', () => {
  it('sends what was missed, page by page, then answers, then sends what is new', async () => {
    const log = new PagedLog(2);
    log.items = items(4, 5, 6, 7, 8);
    const { here, published, take } = publisher(log.replay);
    const answer = await published.subscribe('b1', 'r', 3);
    expect(answer).toEqual({ type: 'watching', seq: 8 });
    expect(log.asked).toEqual([3, 5, 7]);
    expect(take()).toEqual(log.items.map((item) => ['b1', { type: 'item', kind: 'room', id: 'r', item }]));
    // Behind the answer, and none that the answer covers.
    here.publish('r', { seq: 8 });
    here.publish('r', { seq: 9 });
    expect(take()).toEqual([]);
    await breath();
    expect(seqsOf(take())).toEqual([9]);
    here.publish('r', { seq: 10, text: 'x' });
    expect(take()).toEqual([['b1', { type: 'item', kind: 'room', id: 'r', item: { seq: 10, text: 'x' } }]]);
  });

  it.each([
    ['is not here', () => null],
    ['is refused', () => Promise.reject(new Error('refused'))],
  ] as [string, Replay][])('answers that it moved where the actor %s, and publishes nothing', async (_, replay) => {
    const { here, published, take } = publisher(replay);
    expect(await published.subscribe('b1', 'r', null)).toEqual({ type: 'moved' });
    await breath();
    here.publish('r', { seq: 1 });
    expect(take()).toEqual([]);
  });

  it('sends an item once to a node that subscribes again', async () => {
    const { here, published, take } = publisher(new PagedLog(5).replay);
    await published.subscribe('b1', 'r', null);
    await published.subscribe('b1', 'r', null);
    await published.subscribe('c1', 'r', null);
    await breath();
    here.publish('r', { seq: 1 });
    expect(take().map(([to]) => to)).toEqual(['b1', 'c1']);
  });

  it('removes a node that has not renewed for twenty seconds, and no sooner', async () => {
    const { env, here, published, take } = publisher(new PagedLog(5).replay);
    await published.subscribe('b1', 'r', null);
    await published.subscribe('c1', 'r', null);
    await env.advance(15_000);
    published.renew('c1', [['r', 0]]);
    await env.advance(5_000);
    here.publish('r', { seq: 1 });
    expect(take().map(([to]) => to)).toEqual(['b1', 'c1']);
    await env.advance(5_000);
    here.publish('r', { seq: 2 });
    expect(take().map(([to]) => to)).toEqual(['c1']);
    published.renew('b1', [['r', 1]]);
    expect(take()).toEqual([['b1', { type: 'unwatched', kind: 'room', ids: ['r'] }]]);
    await env.advance(10_000);
    here.publish('r', { seq: 3 });
    expect(take().map(([to]) => to)).toEqual(['c1']);
    await env.advance(5_000);
    here.publish('r', { seq: 4 });
    expect(take()).toEqual([]);
  });

  it('says which streams a node does not follow, and which lost an item a second ago', async () => {
    const { env, here, published, take } = publisher(new PagedLog(5).replay);
    await env.advance(4_000);
    for (const id of ['r', 's']) await published.subscribe('b1', id, null);
    await breath();
    here.publish('r', { seq: 1 });
    take();
    await env.advance(1_000);
    published.renew('b1', [['r', 0]]);
    expect(take()).toEqual([]);
    await env.advance(1);
    published.renew('b1', [
      ['r', 1],
      ['s', 0],
    ]);
    expect(take()).toEqual([]);
    published.renew('b1', [
      ['r', 0],
      ['s', 0],
      ['t', 9],
    ]);
    expect(take()).toEqual([['b1', { type: 'unwatched', kind: 'room', ids: ['r', 't'] }]]);
    published.renew('nobody', [['r', 0]]);
    expect(take()).toEqual([['nobody', { type: 'unwatched', kind: 'room', ids: ['r'] }]]);
  });

  it('tells each follower which streams are published elsewhere from now on', async () => {
    const { env, here, published, take } = publisher(new PagedLog(5).replay);
    await published.subscribe('b1', 'r', null);
    await published.subscribe('b1', 's', null);
    await published.subscribe('c1', 's', null);
    await breath();
    published.evict((id) => id === 'r');
    expect(take()).toEqual([['b1', { type: 'unwatched', kind: 'room', ids: ['r'] }]]);
    here.publish('r', { seq: 1 });
    here.publish('s', { seq: 1 });
    expect(take().map(([to, body]) => [to, (body as { id: string }).id])).toEqual([
      ['b1', 's'],
      ['c1', 's'],
    ]);
    published.stop();
    here.publish('s', { seq: 2 });
    expect([take(), env.timers]).toEqual([[], 0]);
    published.renew('b1', [['s', 2]]);
    expect(take()).toHaveLength(1);
  });
});

/** The node `a1` beside `b1`; the streams are published by `at.owner`. */
function subscriber(replay: Replay = new PagedLog(5).replay) {
  const env = new VirtualEnv();
  const network = new MemoryNetwork();
  const [transport, other] = [network.join(), network.join()];
  void transport.listen('a1');
  void other.listen('b1');
  const at = { owner: 'b1' as string | null, token: 'a1', seq: 5, isHere: false };
  const here = new StreamHub<Item>(() => undefined);
  const errors: string[] = [];
  const coordinator = {
    get token() {
      return at.token;
    },
    takes: () => at.isHere,
    ownerOf: () => (at.owner === null ? null : { name: at.owner.slice(0, 1), token: at.owner, isLeaving: false }),
  };
  const onError = (what: string) => void errors.push(what);
  const streams = new StreamSubscriptions<Item>({ kind: 'room', here, replay, coordinator, transport, env, onError });
  other.onRequest(async () => ({ type: 'watching', seq: at.seq }));
  const received: number[] = [];
  const watch = (id: string) => streams.watch(id, ({ seq }) => void received.push(seq));
  return { env, streams, transport, other, network, at, here, errors, received, watch };
}

describe('the streams of a node', () => {
  it('come from the node that owns the actor: its items alone, in order', async () => {
    const { streams, transport, watch, received } = subscriber();
    watch('r');
    await streams.ready('r');
    const body = { type: 'watch', kind: 'room', id: 'r', after: null };
    expect(transport.asked).toEqual([{ to: 'b1', body, timeoutMs: 5_000 }]);
    streams.onItem('c1', 'r', { seq: 6 });
    streams.onItem('b1', 's', { seq: 6 });
    expect(received).toEqual([]);
    streams.onItem('b1', 'r', { seq: 6 });
    streams.onItem('b1', 'r', { seq: 7 });
    expect(received).toEqual([6, 7]);
    await streams.ready('nobody watches it');
  });

  it('are asked for once, however many watch, and not followed once nobody does', async () => {
    const { env, streams, transport, watch, received } = subscriber();
    const [stop, stopToo] = [watch('r'), watch('r')];
    await streams.ready('r');
    streams.onItem('b1', 'r', { seq: 6 });
    expect([transport.asked.length, received]).toEqual([1, [6, 6]]);
    stop();
    streams.onItem('b1', 'r', { seq: 7 });
    expect(received).toEqual([6, 6, 7]);
    await env.advance(5_000);
    expect(transport.sent).toEqual([['b1', { type: 'following', kind: 'room', rooms: [['r', 7]] }]]);
    stopToo();
    streams.onItem('b1', 'r', { seq: 8 });
    await env.advance(5_000);
    expect([received, transport.sent.length]).toEqual([[6, 6, 7], 1]);
    watch('r');
    stopToo();
    await streams.ready('r');
    streams.onItem('b1', 'r', { seq: 6 });
    expect([transport.asked.length, received.at(-1)]).toEqual([2, 6]);
  });

  it('of this node are read from the actor, all pages, without a message', async () => {
    const log = new PagedLog(2);
    const { streams, at, here, transport, watch, received } = subscriber(log.replay);
    at.isHere = true;
    log.items = items(1, 2, 3);
    watch('r');
    await streams.ready('r');
    here.publish('r', { seq: 4 });
    expect([received, transport.asked]).toEqual([[4], []]);
    log.items = items(1, 2, 3, 4, 5, 6, 7, 8, 9);
    here.publish('r', { seq: 9 });
    await breath();
    expect(received).toEqual([4, 5, 6, 7, 8, 9]);
    expect(log.asked).toEqual([null, 4, 6, 8]);
  });

  it('that nobody publishes are asked for again a tenth of a second later', async () => {
    const log = new PagedLog(2);
    const { env, streams, at, transport, watch } = subscriber(log.replay);
    at.owner = null;
    watch('r');
    await breath();
    await env.advance(99);
    at.owner = 'b1';
    await env.advance(0);
    expect(transport.asked).toEqual([]);
    await env.advance(1);
    await streams.ready('r');
    expect(transport.asked).toHaveLength(1);
    // This node is named as the owner and does not take the actor on.
    at.owner = 'a1';
    watch('s');
    await breath();
    await env.advance(200);
    expect(transport.asked).toHaveLength(1);
    at.isHere = true;
    log.isHere = false;
    await env.advance(200);
    expect(log.asked).toEqual([null, null]);
    log.isHere = true;
    await env.advance(100);
    await streams.ready('s');
  });

  it('are asked for again where the publisher has moved or is silent', async () => {
    const { env, streams, network, other, transport, errors, watch } = subscriber();
    network.silent.add('b1');
    watch('r');
    await breath();
    await env.advance(100);
    expect(transport.asked).toHaveLength(2);
    network.silent.clear();
    other.onRequest(async () => ({ type: 'moved' }));
    await env.advance(100);
    expect(transport.asked).toHaveLength(3);
    other.onRequest(async () => ({ type: 'watching', seq: 5 }));
    await env.advance(100);
    await streams.ready('r');
    expect([transport.asked.length, errors]).toEqual([4, []]);
  });

  it('follow their actors to another node, from the position they have reached', async () => {
    const { env, streams, transport, network, at, watch, received } = subscriber();
    const third = network.join();
    await third.listen('c1');
    third.onRequest(async () => ({ type: 'watching', seq: 6 }));
    watch('r');
    await streams.ready('r');
    streams.onItem('b1', 'r', { seq: 6 });
    streams.onOwnersChanged();
    await breath();
    expect(transport.asked).toHaveLength(1);
    at.owner = 'c1';
    streams.onOwnersChanged();
    await breath();
    expect(transport.asked[1]).toMatchObject({ to: 'c1', body: { after: 6 } });
    streams.onItem('b1', 'r', { seq: 7, text: 'of the former owner' });
    streams.onItem('c1', 'r', { seq: 7 });
    expect(received).toEqual([6, 7]);
    await env.advance(5_000);
    expect(transport.sent).toEqual([['c1', { type: 'following', kind: 'room', rooms: [['r', 7]] }]]);
  });

  it('are subscribed to again under the new token of this node', async () => {
    const { streams, transport, at, watch } = subscriber();
    watch('r');
    await streams.ready('r');
    at.token = 'a2';
    streams.onOwnersChanged();
    await breath();
    expect(transport.asked).toHaveLength(2);
    streams.onOwnersChanged();
    await breath();
    expect(transport.asked).toHaveLength(2);
  });

  it('are asked for again when their publisher answered under a token that it has given up meanwhile', async () => {
    const { env, streams, transport, other, at, watch, received } = subscriber();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    other.onRequest(async () => {
      await held;
      return { type: 'watching', seq: at.seq };
    });
    watch('r');
    await breath();
    // The slots have moved while the answer was on its way, and nothing was subscribed to that had to move.
    at.owner = 'b2';
    void other.listen('b2');
    streams.onOwnersChanged();
    answer();
    for (let n = 0; n < 3; n += 1) await breath();
    await env.advance(200);
    await streams.ready('r');
    expect(transport.asked.map(({ to }) => to)).toEqual(['b1', 'b2']);
    streams.onItem('b2', 'r', { seq: 6 });
    expect(received).toEqual([6]);
  });

  it('are asked for again when their publisher says that they ended, and no other node', async () => {
    const { streams, transport, watch } = subscriber();
    watch('r');
    watch('s');
    await streams.ready('r');
    await streams.ready('s');
    streams.onUnsubscribed('c1', ['r']);
    streams.onUnsubscribed('b1', ['unknown']);
    await breath();
    expect(transport.asked).toHaveLength(2);
    streams.onUnsubscribed('b1', ['r']);
    await breath();
    expect(transport.asked.slice(2).map(({ body }) => (body as { id: string }).id)).toEqual(['r']);
  });

  it('are renewed every five seconds, at most two thousand in one message, those of this node excepted', async () => {
    const { env, streams, transport, at, watch } = subscriber();
    for (let room = 0; room < 2_001; room += 1) watch(`r${room}`);
    await breath();
    at.isHere = true;
    watch('own');
    await streams.ready('own');
    at.isHere = false;
    at.owner = null;
    watch('unowned');
    await env.advance(4_999);
    expect(transport.sent).toEqual([]);
    await env.advance(1);
    const rooms = transport.sent.map(([, body]) => (body as { rooms: [string, number][] }).rooms);
    expect(rooms.map(({ length }) => length)).toEqual([2_000, 1]);
    expect(rooms.flat().map(([id]) => id)).toEqual(Array.from({ length: 2_001 }, (_, room) => `r${room}`));
    transport.sent.length = 0;
    streams.stop();
    expect(env.timers).toBeLessThanOrEqual(1);
    await env.advance(20_000);
    expect([transport.sent, env.timers]).toEqual([[], 0]);
  });
});
