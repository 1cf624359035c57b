/** Streams from other nodes on virtual time: what is subscribed to, where, and from which position. */
import { slotOf } from '#src/domain/slots.js';
import { breath } from '../../support/time/virtual-env.js';
import { latch } from './nodes.js';
import { items, PagedLog } from './paged-log.js';
import { SPREAD_MS, subscriber } from './subscriber.js';

describe('the streams of a node', () => {
  it('come from the node that owns the actor: its items alone, in order', async () => {
    const { streams, transport, watch, received } = subscriber();
    watch('r');
    watch('s');
    await streams.ready('r');
    const body = {
      type: 'subscribe',
      readsPacked: true,
      kind: 'room',
      streams: [
        ['r', null],
        ['s', null],
      ],
    };
    expect(transport.asked).toEqual([
      { to: 'b1', body: { ...body, streams: [['r', null]] }, timeoutMs: 5_000 },
      { to: 'b1', body: { ...body, streams: [['s', null]] }, timeoutMs: 5_000 },
    ]);
    streams.onItem('c1', 'r', { seq: 6 });
    streams.onItem('b1', 'unknown', { seq: 6 });
    expect(received).toEqual([]);
    streams.onItem('b1', 'r', { seq: 6 });
    streams.onItem('b1', 'r', { seq: 7 });
    expect(received).toEqual([6, 7]);
    await streams.ready('nobody watches it');
  });

  it('are asked for together, those that somebody waits for first', async () => {
    const { watch, asked, rounds } = subscriber();
    for (let room = 0; room < 2_000; room += 1) watch(`r${room}`);
    await rounds(12);
    const batches = asked().map(([, streams]) => streams.length);
    expect(batches).toEqual([256, 256, 256, 256, 256, 256, 256, 208]);
  });

  it('are asked for once, however many watch, and not subscribed to once nobody does', async () => {
    const { env, streams, watch, received, asked, sent } = subscriber();
    const [stop, stopToo] = [watch('r'), watch('r')];
    await streams.ready('r');
    streams.onItem('b1', 'r', { seq: 6 });
    expect([asked().length, received]).toEqual([1, [6, 6]]);
    stop();
    streams.onItem('b1', 'r', { seq: 7 });
    expect(received).toEqual([6, 6, 7]);
    stopToo();
    streams.onItem('b1', 'r', { seq: 8 });
    await breath();
    expect([received, sent()]).toEqual([[6, 6, 7], [['b1', { type: 'unsubscribe', kind: 'room', ids: ['r'] }]]]);
    // The publisher has not heard it.
    streams.onItem('b1', 'r', { seq: 9 });
    await breath();
    expect(sent()).toEqual([['b1', { type: 'unsubscribe', kind: 'room', ids: ['r'] }]]);
    await env.advance(5_000);
    expect(sent()).toEqual([]);
    stopToo();
    watch('r');
    stopToo();
    await streams.ready('r');
    streams.onItem('b1', 'r', { seq: 6 });
    expect([asked().length, received.at(-1)]).toEqual([1, 6]);
  });

  it('that end before they are answered end at the publisher too, and nobody waits for them', async () => {
    const { streams, watch, asked, sent, rounds } = subscriber();
    const stop = watch('r');
    const ready = streams.ready('r');
    await breath();
    stop();
    await ready;
    await rounds();
    expect([asked().length, sent()]).toEqual([1, [['b1', { type: 'unsubscribe', kind: 'room', ids: ['r'] }]]]);
    watch('s')();
    await rounds();
    expect([asked(), sent()]).toEqual([[], []]);
  });

  it('that end while the publisher is asked for them end there once it has answered', async () => {
    const { streams, other, watch, answer, asked, sent, rounds } = subscriber();
    const held = latch();
    other.onRequest(async (from, body) => {
      await held.closed;
      return answer(from, body);
    });
    const stop = watch('r');
    const ready = streams.ready('r');
    await rounds();
    stop();
    await ready;
    expect([asked().length, sent()]).toEqual([1, []]);
    held.open();
    await rounds();
    expect([asked(), sent()]).toEqual([[], [['b1', { type: 'unsubscribe', kind: 'room', ids: ['r'] }]]]);
  });

  it('that begin again before they are answered wait for an answer of their own', async () => {
    const { streams, other, watch, answer, asked, sent, received, rounds } = subscriber();
    const answers = [latch(), latch()];
    let count = 0;
    other.onRequest(async (from, body) => {
      await answers[count++]?.closed;
      return answer(from, body);
    });
    const stop = watch('r');
    await rounds();
    stop();
    watch('r');
    let isReady = false;
    void streams.ready('r').then(() => {
      isReady = true;
    });
    await rounds();
    expect(asked()).toHaveLength(2);
    answers[0]?.open();
    await rounds();
    expect([isReady, sent()]).toEqual([false, []]);
    answers[1]?.open();
    await rounds();
    streams.onItem('b1', 'r', { seq: 6 });
    expect([isReady, received]).toEqual([true, [6]]);
  });

  it('of this node are read from the actor, all pages, without a message', async () => {
    const log = new PagedLog(2);
    const { env, streams, at, here, transport, watch, received, rounds } = subscriber(log.replay);
    at.isHere = true;
    log.items = items(1, 2, 3);
    watch('r');
    await streams.ready('r');
    here.publish('r', { seq: 4 });
    expect([received, transport.asked]).toEqual([[4], []]);
    log.items = items(1, 2, 3, 4, 5, 6, 7, 8, 9);
    here.publish('r', { seq: 9 });
    await rounds();
    expect(received).toEqual([4, 5, 6, 7, 8, 9]);
    expect(log.asked).toEqual([null, 4, 6, 8]);
    // The slot was given away and is back, and nobody has noticed.
    log.items = items(9, 10);
    streams.onEvicted([slotOf('r')]);
    await env.advance(SPREAD_MS);
    expect(received.at(-1)).toBe(10);
  });

  it('wait before they ask again for what their publisher does not have', async () => {
    const log = new PagedLog(5);
    const { env, streams, at, here, errors, watch, received, rounds } = subscriber(log.replay);
    at.isHere = true;
    log.items = items(5);
    watch('r');
    await streams.ready('r');
    log.items = items(5, 6, 7, 9, 10);
    here.publish('r', { seq: 10 });
    await rounds(8);
    expect([received, errors]).toEqual([[6, 7], ['stream has a gap after 7 that its publisher does not fill']]);
    const asked = log.asked.length;
    log.items = items(5, 6, 7, 8, 9, 10);
    await env.advance(99);
    expect(log.asked).toHaveLength(asked);
    await env.advance(1);
    await rounds();
    expect(received).toEqual([6, 7, 8, 9, 10]);
  });

  it('that nobody publishes are asked for once somebody does, looked at every tenth of a second', async () => {
    const log = new PagedLog(2);
    const { env, streams, at, watch, asked, rounds } = subscriber(log.replay);
    at.owner = null;
    watch('r');
    await rounds();
    await env.advance(1_000);
    at.owner = 'b1';
    await env.advance(100 + SPREAD_MS);
    await streams.ready('r');
    expect(asked()).toHaveLength(1);
    // This node is named as the owner and does not take the actor on.
    at.owner = 'a1';
    watch('s');
    await rounds();
    await env.advance(200);
    expect([asked(), log.asked]).toEqual([[], []]);
    at.isHere = true;
    log.isHere = false;
    await env.advance(200 + SPREAD_MS);
    expect(log.asked.length).toBeGreaterThan(0);
    log.isHere = true;
    await env.advance(100);
    await streams.ready('s');
  });

  it('of a slot that this node has by the table, and does not answer for, are asked of nobody', async () => {
    const { env, at, watch, asked } = subscriber();
    at.owner = 'a1';
    watch('r');
    await env.advance(1_000);
    expect(asked()).toEqual([]);
    at.owner = 'b1';
    await env.advance(100 + SPREAD_MS);
    await breath();
    expect(asked()).toEqual([['b1', [['r', null]]]]);
  });

  it('are ready when their publisher, who had lost the slot for a moment, has it again', async () => {
    const { streams, at, watch, rounds } = subscriber();
    at.isHere = true;
    watch('r');
    await streams.ready('r');
    // The lease of this node is in doubt, and renewed before anything is asked.
    Object.assign(at, { isHere: false, owner: 'a1' });
    let isReady = false;
    void streams.ready('r').then(() => {
      isReady = true;
    });
    at.isHere = true;
    await rounds();
    expect(isReady).toBe(true);
  });

  it('are asked for again where the publisher has moved or is silent', async () => {
    const { env, streams, network, at, errors, watch, asked, rounds } = subscriber();
    network.silent.add('b1');
    watch('r');
    await rounds();
    await env.advance(100);
    await rounds();
    expect(asked()).toHaveLength(2);
    network.silent.clear();
    at.position = 'moved';
    await env.advance(100);
    await rounds();
    expect(asked()).toHaveLength(1);
    at.position = 5;
    await env.advance(100);
    await streams.ready('r');
    expect([asked().length, errors]).toEqual([1, []]);
  });

  it('follow their actors to another node, from the position they have reached', async () => {
    const { env, streams, network, at, watch, received, answer, asked, sent, rounds } = subscriber();
    const third = network.join();
    await third.listen('c1');
    third.onRequest(answer);
    watch('r');
    await streams.ready('r');
    streams.onItem('b1', 'r', { seq: 6 }, [1, 1]);
    streams.onOwnersChanged();
    await env.advance(SPREAD_MS);
    await rounds();
    expect(asked()).toHaveLength(1);
    at.owner = 'c1';
    at.position = null;
    streams.onOwnersChanged();
    await env.advance(SPREAD_MS);
    await rounds();
    expect(asked()).toEqual([['c1', [['r', 6]]]]);
    streams.onItem('b1', 'r', { seq: 7, text: 'of the former owner' }, [1, 2]);
    streams.onItem('c1', 'r', { seq: 7 }, [1, 1]);
    expect(received).toEqual([6, 7]);
    await env.advance(5_000);
    expect(sent()).toEqual([['c1', { type: 'received', kind: 'room', as: [1, 1] }]]);
  });

  it('are subscribed to again under the new token of this node, once', async () => {
    const { env, streams, at, watch, asked, rounds } = subscriber();
    watch('r');
    await streams.ready('r');
    expect(asked()).toHaveLength(1);
    at.token = 'a2';
    for (let time = 0; time < 2; time += 1) {
      streams.onOwnersChanged();
      await env.advance(SPREAD_MS);
      await rounds();
    }
    expect(asked()).toHaveLength(1);
  });

  it('are received once they are answered under the new token: an answer to the earlier one says nothing', async () => {
    const { env, streams, other, at, watch, answer, asked, rounds } = subscriber();
    const answers = [latch(), latch()];
    let count = 0;
    other.onRequest(async (from, body) => {
      await answers[count++]?.closed;
      return answer(from, body);
    });
    watch('r');
    let isReady = false;
    void streams.ready('r').then(() => {
      isReady = true;
    });
    await rounds();
    at.token = 'a2';
    streams.onOwnersChanged();
    await env.advance(SPREAD_MS);
    await rounds();
    expect(asked()).toHaveLength(2);
    answers[0]?.open();
    await rounds();
    expect(isReady).toBe(false);
    answers[1]?.open();
    await rounds();
    expect(isReady).toBe(true);
  });

  it('are asked for again when their publisher answered under a token that it has given up meanwhile', async () => {
    const { env, streams, other, at, watch, received, answer, asked, rounds } = subscriber();
    let open = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    other.onRequest(async (from, body) => {
      await held;
      return answer(from, body);
    });
    watch('r');
    await rounds();
    // The slots have moved while the answer was on its way, and nothing was subscribed to that had to move.
    at.owner = 'b2';
    void other.listen('b2');
    streams.onOwnersChanged();
    open();
    await rounds();
    await env.advance(200 + SPREAD_MS);
    await streams.ready('r');
    expect(asked().map(([to]) => to)).toEqual(['b1', 'b2']);
    streams.onItem('b2', 'r', { seq: 6 });
    expect(received).toEqual([6]);
  });
});
