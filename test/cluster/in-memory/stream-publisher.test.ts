/** The streams of a node as other nodes subscribe to them: what is loaded, what is sent, what is confirmed. */
import type { SentAs } from '#actors/cluster/messages.js';
import { type KnownPosition, StreamPositions } from '#actors/cluster/streams/stream-positions.js';
import { StreamPublisher } from '#actors/cluster/streams/stream-publisher.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { slotOf } from '#src/domain/slots.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';
import { type Item, items, PagedLog, seqsOf } from './paged-log.js';

/** Streams of which some are in memory; the store has entries up to `newest`. */
function publisher(codec?: { pack(item: Item): unknown }) {
  const env = new VirtualEnv();
  const transport = new MemoryNetwork().join();
  const here = new StreamHub<Item>(() => undefined);
  const log = new PagedLog(2);
  const inMemory = new Set<string>();
  const newest = new Map<string, number>();
  const reads: (readonly KnownPosition[])[] = [];
  const errors: string[] = [];
  const at = { isHere: true, isStoreDown: false };
  const positions = new StreamPositions<Item>({
    takes: () => at.isHere,
    isInMemory: (id) => inMemory.has(id),
    replay: (id, after) => {
      inMemory.add(id);
      return log.replay(id, after);
    },
    later: async (known) => {
      reads.push(known);
      if (at.isStoreDown) throw new Error('the store is down');
      return new Set(known.filter(([id, seq]) => (newest.get(id) ?? 0) > seq).map(([id]) => id));
    },
    env,
    onError: (what) => void errors.push(what),
  });
  const published = new StreamPublisher<Item>({ kind: 'room', here, positions, codec, transport, env });
  const take = () => transport.sent.splice(0);
  const stop = () => {
    published.stop();
    positions.stop();
  };
  return { env, transport, here, log, inMemory, newest, reads, errors, at, published, take, stop };
}

const sent = (as: SentAs, seq: number, id = 'r') => ({ type: 'item', kind: 'room', id, item: { seq }, as });

describe('a subscription to the stream of an actor', () => {
  it('that nobody needs loads nothing and reads nothing: the first item comes when somebody does', async () => {
    const { here, log, reads, published, take } = publisher();
    const answer = await published.subscribe('b1', [
      ['r', null],
      ['s', null],
    ]);
    expect(answer).toEqual({ type: 'subscribed', session: 1, positions: [null, null] });
    expect([log.asked, reads, take()]).toEqual([[], [], []]);
    here.publish('r', { seq: 7, isPlace: true });
    here.publish('s', { seq: 4 });
    expect(take().map(([, body]) => body)).toEqual([
      { ...sent([1, 1], 7), item: { seq: 7, isPlace: true } },
      sent([1, 2], 4, 's'),
    ]);
  });

  it('is served packed items only where the node has said that it reads them', async () => {
    const packed: number[] = [];
    const { here, log, inMemory, published, take } = publisher({
      pack: ({ seq }) => {
        packed.push(seq);
        return { packed: seq };
      },
    });
    inMemory.add('r');
    log.items = items(4);
    const itemsOf = () => take().map(([to, body]) => [to, (body as { item: unknown }).item]);
    await published.subscribe('new', [['r', 3]], true);
    await published.subscribe('old', [['r', 3]]);
    expect(itemsOf()).toEqual([
      ['new', { packed: 4 }],
      ['old', { seq: 4 }],
    ]);
    here.publish('r', { seq: 5 });
    expect(itemsOf()).toEqual([
      ['new', { packed: 5 }],
      ['old', { seq: 5 }],
    ]);
    // Nobody subscribes to it: there is nothing to pack.
    here.publish('unknown', { seq: 1 });
    expect(packed).toEqual([4, 5]);
    // Its next life is of the previous version.
    await published.subscribe('new', [['r', 5]]);
    take();
    here.publish('r', { seq: 6 });
    expect(itemsOf()).toContainEqual(['new', { seq: 6 }]);
  });

  it('with positions asks the store once for all whether there is more, and loads those alone that have more', async () => {
    const { env, log, newest, reads, published, take, stop } = publisher();
    newest.set('r', 5).set('s', 9);
    log.items = items(8, 9);
    const answer = await published.subscribe('b1', [
      ['r', 5],
      ['s', 7],
      ['t', null],
    ]);
    expect(reads).toEqual([
      [
        ['r', 5],
        ['s', 7],
      ],
    ]);
    expect(answer).toMatchObject({ positions: [null, 9, null] });
    expect(log.asked).toEqual([7]);
    expect(seqsOf(take())).toEqual([8, 9]);
    // Once more at those alone of which the store has said that they do not go on.
    await env.advance(31_000);
    expect(reads.slice(1)).toEqual([[['r', 5]]]);
    stop();
  });

  it('to one in memory is answered by it, page by page, before anything later', async () => {
    const { log, inMemory, published, take } = publisher();
    inMemory.add('r');
    log.items = items(4, 5, 6, 7, 8);
    expect(await published.subscribe('b1', [['r', 3]])).toMatchObject({ positions: [8] });
    expect([log.asked, seqsOf(take())]).toEqual([
      [3, 5, 7],
      [4, 5, 6, 7, 8],
    ]);
    expect(await published.subscribe('b1', [['r', null]])).toMatchObject({ positions: [8] });
  });

  it('is answered with `moved` where the actor is not, or the store does not say', async () => {
    const { at, log, inMemory, here, errors, published, take } = publisher();
    at.isStoreDown = true;
    inMemory.add('s');
    log.isHere = false;
    const streams: [string, number | null][] = [
      ['r', 3],
      ['s', 3],
      ['t', null],
    ];
    expect(await published.subscribe('b1', streams)).toMatchObject({ positions: ['moved', 'moved', null] });
    expect(errors).toEqual(['stream positions not read']);
    here.publish('r', { seq: 4 });
    here.publish('s', { seq: 4 });
    expect(take()).toEqual([]);
    at.isHere = false;
    expect(await published.subscribe('b1', [['t', null]])).toMatchObject({ positions: ['moved'] });
  });

  it('is looked at once more when a late write of a dead owner can have come', async () => {
    const { env, log, newest, reads, errors, published, stop } = publisher();
    await published.subscribe('b1', [['r', 5]]);
    await env.advance(14_000);
    expect([reads.length, log.asked]).toEqual([1, []]);
    newest.set('r', 6);
    await env.advance(16_000);
    expect([reads.length, log.asked]).toEqual([2, [null]]);
    await env.advance(60_000);
    // Nothing is in doubt: the publisher alone looks at its clock.
    expect([reads.length, errors, env.timers]).toEqual([2, [], 1]);
    stop();
    expect(env.timers).toBe(0);
  });

  it('of a node that asks again is one: each item comes once', async () => {
    const { here, published, take } = publisher();
    for (const to of ['b1', 'c1', 'b1']) await published.subscribe(to, [['r', null]]);
    take();
    here.publish('r', { seq: 1 });
    expect(
      take()
        .map(([to]) => to)
        .sort(),
    ).toEqual(['b1', 'c1']);
  });

  it('is looked at with few others at once', async () => {
    const { env, reads, published, stop } = publisher();
    await published.subscribe(
      'b1',
      Array.from({ length: 1_100 }, (_, at) => [`r${at}`, 5]),
    );
    await env.advance(31_000);
    expect(reads.slice(1).map(({ length }) => length)).toEqual([512, 512, 76]);
    stop();
  });

  it('is not looked at again where the actor is in memory, or is not here any more', async () => {
    const { env, inMemory, reads, at, published, stop } = publisher();
    await published.subscribe('b1', [
      ['r', 5],
      ['s', 5],
    ]);
    inMemory.add('r');
    await env.advance(31_000);
    expect(reads.slice(1)).toEqual([[['s', 5]]]);
    await published.subscribe('b1', [['s', 5]]);
    reads.length = 0;
    at.isHere = false;
    await env.advance(31_000);
    expect(reads).toEqual([]);
    stop();
  });

  it('ends with the slot, with the last word of the subscriber, and never for others', async () => {
    const { here, published, take } = publisher();
    await published.subscribe('b1', [['r', null]]);
    await published.subscribe('b1', [['s', null]]);
    await published.subscribe('c1', [['s', null]]);
    published.evict([slotOf('r')]);
    expect(take()).toEqual([['b1', { type: 'ended', kind: 'room', slot: slotOf('r'), as: [1, 1] }]]);
    here.publish('r', { seq: 1 });
    here.publish('s', { seq: 1 });
    expect(take().map(([to, body]) => [to, (body as { id: string }).id])).toEqual([
      ['b1', 's'],
      ['c1', 's'],
    ]);
    published.unsubscribe('b1', ['s', 'r']);
    here.publish('s', { seq: 2 });
    expect(take().map(([to]) => to)).toEqual(['c1']);
    published.unsubscribe('c1', ['s']);
    here.publish('s', { seq: 3 });
    expect(take()).toEqual([]);
  });

  it('stays when an earlier request, which the node has given up, fails at last', async () => {
    const { inMemory, here, log, published, take } = publisher();
    inMemory.add('r');
    let lose = (): void => undefined;
    log.items = items(3);
    log.answers.push(
      new Promise((_, reject) => {
        lose = () => reject(new Error('the actor was lost'));
      }),
    );
    const first = published.subscribe('b1', [['r', 3]]);
    expect(await published.subscribe('b1', [['r', 3]])).toMatchObject({ positions: [3] });
    lose();
    expect(await first).toMatchObject({ positions: ['moved'] });
    here.publish('r', { seq: 4 });
    expect(seqsOf(take())).toEqual([4]);
  });

  it('that moves while it is being answered is answered so', async () => {
    const { inMemory, published } = publisher();
    inMemory.add('r');
    const answer = published.subscribe('b1', [['r', null]]);
    published.evict([slotOf('r')]);
    expect(await answer).toMatchObject({ positions: ['moved'] });
  });
});

describe('what is sent to a node', () => {
  it('is confirmed by one number, and named when it does not arrive', async () => {
    const { env, here, published, take } = publisher();
    await published.subscribe('b1', [
      ['r', null],
      ['s', null],
    ]);
    here.publish('r', { seq: 1 });
    here.publish('r', { seq: 2 });
    here.publish('s', { seq: 1 });
    take();
    published.received('b1', [1, 1], false);
    await env.advance(1_000);
    published.received('b1', [1, 1], false);
    expect(take()).toEqual([]);
    await env.advance(1);
    published.received('b1', [1, 1], false);
    expect(take()).toEqual([['b1', { type: 'missed', kind: 'room', as: [1, 3], what: ['r', 's'] }]]);
    published.received('b1', [1, 3], false);
    await env.advance(5_000);
    published.received('b1', [1, 3], false);
    expect(take()).toEqual([]);
  });

  it('is named at once when the node says that a number is missing', async () => {
    const { here, published, take } = publisher();
    await published.subscribe('b1', [['r', null]]);
    here.publish('r', { seq: 1 });
    published.evict([slotOf('r')]);
    take();
    published.received('b1', [1, 0], true);
    expect(take()).toEqual([['b1', { type: 'missed', kind: 'room', as: [1, 2], what: ['r', slotOf('r')] }]]);
  });

  it('is all in doubt when more was not confirmed than is kept', async () => {
    const { env, here, published, take } = publisher();
    await published.subscribe('b1', [['r', null]]);
    for (let seq = 1; seq <= 20_001; seq += 1) here.publish('r', { seq });
    take();
    await env.advance(10);
    published.received('b1', [1, 20_000], false);
    expect(take()).toEqual([['b1', { type: 'missed', kind: 'room', as: [1, 20_001], what: null }]]);
    here.publish('r', { seq: 20_002 });
    take();
    published.received('b1', [1, 20_001], true);
    expect(take()).toEqual([['b1', { type: 'missed', kind: 'room', as: [1, 20_002], what: ['r'] }]]);
  });

  it('ends when the node says nothing for twenty seconds; it is told so when it comes back', async () => {
    const { env, here, published, take, stop } = publisher();
    for (const node of ['b1', 'c1']) await published.subscribe(node, [['r', null]]);
    await env.advance(15_000);
    published.received('c1', [2, 0], false);
    await env.advance(10_000);
    here.publish('r', { seq: 1 });
    expect(take().map(([to]) => to)).toEqual(['c1']);
    published.received('b1', [1, 0], false);
    expect(take()).toEqual([['b1', { type: 'missed', kind: 'room', as: [0, 0], what: null }]]);
    expect(await published.subscribe('b1', [['r', null]])).toMatchObject({ session: 3 });
    published.received('b1', [1, 0], false);
    expect(take()).toEqual([['b1', { type: 'missed', kind: 'room', as: [3, 0], what: null }]]);
    here.publish('r', { seq: 2 });
    expect(take().map(([to]) => to)).toEqual(['c1', 'b1']);
    stop();
    expect(env.timers).toBe(0);
  });
});
