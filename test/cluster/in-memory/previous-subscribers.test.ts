/** A node of the previous version subscribes to each stream by itself, and says all its positions again and again. */
import { PreviousSubscribers } from '#actors/cluster/streams/previous-subscribers.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';
import { type Item, items, PagedLog, type Replay, seqsOf } from './paged-log.js';

function publisher(replay: Replay) {
  const env = new VirtualEnv();
  const network = new MemoryNetwork();
  const transport = network.join();
  const here = new StreamHub<Item>(() => undefined);
  const published = new PreviousSubscribers<Item>({ kind: 'room', here, replay, transport, env });
  const take = () => transport.sent.splice(0);
  return { env, transport, here, published, take };
}

describe('the publisher of a stream, for a node of the previous version', () => {
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
