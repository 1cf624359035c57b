/** What publishers have sent: confirmed by one number each, asked for when it did not arrive. */
import type { NodeRequest } from '#actors/cluster/messages.js';
import { slotOf } from '#src/domain/slots.js';
import { SPREAD_MS, subscriber } from './subscriber.js';

describe('what a publisher has sent', () => {
  /** Two rooms from `b1`, in slots of their own. */
  async function received() {
    const scene = subscriber();
    for (const id of ['r', 's']) {
      scene.watch(id);
      await scene.streams.ready(id);
    }
    expect(slotOf('r')).not.toBe(slotOf('s'));
    scene.asked();
    return scene;
  }

  it('is confirmed by one message to each publisher every five seconds, however many streams there are', async () => {
    const { env, streams, sent, watch, rounds, asked, at } = await received();
    for (let room = 0; room < 300; room += 1) watch(`r${room}`);
    await rounds();
    asked();
    streams.onItem('b1', 'r', { seq: 6 }, [1, 1]);
    await env.advance(4_999);
    expect(sent()).toEqual([]);
    await env.advance(1);
    expect(sent()).toEqual([['b1', { type: 'received', kind: 'room', as: [1, 1] }]]);
    // Nothing comes from it any more.
    at.owner = 'c1';
    await env.advance(10_000);
    expect(sent()).toEqual([]);
    streams.stop();
    await env.advance(20_000);
    expect([sent(), env.timers]).toEqual([[], 0]);
  });

  it('is asked for at once when a number is missing, and fetched where the publisher says', async () => {
    const { streams, sent, asked, received: heard, rounds } = await received();
    streams.onItem('b1', 'r', { seq: 6 }, [1, 1]);
    streams.onItem('b1', 'r', { seq: 6 }, [1, 1]);
    expect(sent()).toEqual([]);
    streams.onItem('b1', 's', { seq: 7 }, [1, 3]);
    expect(sent()).toEqual([['b1', { type: 'received', kind: 'room', as: [1, 1], hasGap: true }]]);
    await rounds();
    // The gap within the stream is asked for by itself.
    expect(asked()).toEqual([['b1', [['s', 5]]]]);
    streams.onItem('b1', 'r', { seq: 7 }, [1, 4]);
    expect([heard, sent()]).toEqual([[6, 7], []]);
    streams.onMissed('b1', [1, 4], ['r']);
    await rounds();
    expect(asked()).toEqual([['b1', [['r', 7]]]]);
    streams.onItem('b1', 'r', { seq: 8 }, [1, 5]);
    expect([heard, sent()]).toEqual([[6, 7, 8], []]);
  });

  it('is asked for at once where the first of all is missing', async () => {
    const { streams, sent } = await received();
    streams.onItem('b1', 'r', { seq: 6 }, [1, 2]);
    expect(sent()).toEqual([['b1', { type: 'received', kind: 'room', as: [1, 0], hasGap: true }]]);
  });

  it('is no item where its number is of no session', async () => {
    const { streams, sent, received: heard } = await received();
    streams.onItem('c1', 'r', { seq: 6 }, [0, 1]);
    expect([heard, sent()]).toEqual([[], []]);
  });

  it('is confirmed before the time when it is much', async () => {
    const { streams, sent } = await received();
    for (let number = 1; number <= 5_000; number += 1) streams.onItem('b1', 'r', { seq: 5 + number }, [1, number]);
    expect(sent()).toEqual([['b1', { type: 'received', kind: 'room', as: [1, 4_096] }]]);
  });

  it('ends with the slot: the stream is subscribed to anew, where it is now', async () => {
    const { env, streams, asked } = await received();
    streams.onEnded('c1', slotOf('r'), [1, 1]);
    await env.advance(SPREAD_MS);
    expect(asked()).toEqual([]);
    streams.onEnded('b1', slotOf('r'), [1, 1]);
    await env.advance(SPREAD_MS);
    expect(asked()).toEqual([['b1', [['r', 5]]]]);
  });

  it('is all asked for anew when the publisher has forgotten this node', async () => {
    const { env, streams, at, asked, sent, received: heard, rounds } = await received();
    const all = [
      ['r', 5],
      ['s', 5],
    ];
    const again = async () => {
      await env.advance(SPREAD_MS);
      await rounds();
      return asked()
        .flatMap(([, streams]) => streams)
        .sort();
    };
    streams.onMissed('b1', [0, 0], null);
    expect(await again()).toEqual(all);
    // It says so by the number of the session, too.
    at.session = 2;
    streams.onItem('b1', 'r', { seq: 6 }, [2, 1]);
    expect((await again()).map(([id]) => id)).toEqual(['r', 's']);
    streams.onItem('b1', 's', { seq: 6 }, [1, 9]);
    streams.onMissed('b1', [1, 9], ['r']);
    streams.onMissed('c1', [1, 1], ['r']);
    await rounds();
    expect([asked(), heard]).toEqual([[], []]);
    sent();
    await env.advance(5_000);
    expect(sent()).toEqual([['b1', { type: 'received', kind: 'room', as: [2, 1] }]]);
  });
});

describe('a publisher of the previous version', () => {
  it.each([
    ['that fails at what it does not know', true],
    ['that answers what it does not know with moved', false],
  ])('%s is asked for each stream in its own way, and hears all positions', async (_title, doesFail) => {
    const { env, streams, other, watch, received, transport, sent, rounds } = subscriber();
    const requests: unknown[] = [];
    other.onRequest(async (_, body) => {
      const request = body as NodeRequest;
      if (request.type !== 'watch' && doesFail) throw new TypeError('no id');
      if (request.type !== 'watch') return { type: 'moved' };
      requests.push(request);
      return request.id === 't' ? { type: 'moved' } : { type: 'watching', seq: 5 };
    });
    for (const id of ['r', 's', 't']) watch(id);
    await rounds(6);
    expect(requests).toEqual(['r', 's', 't'].map((id) => ({ type: 'watch', kind: 'room', id, after: null })));
    streams.onItem('b1', 'r', { seq: 6 });
    expect(received).toEqual([6]);
    transport.sent.length = 0;
    await env.advance(5_000);
    expect(sent().filter(([, { type }]) => type === 'following')).toEqual([
      [
        'b1',
        {
          type: 'following',
          kind: 'room',
          rooms: expect.arrayContaining([
            ['r', 6],
            ['s', 5],
          ]),
        },
      ],
    ]);
    requests.length = 0;
    streams.onUnwatched('b1', ['r', 'unknown']);
    streams.onUnwatched('c1', ['s']);
    await rounds();
    expect(requests).toContainEqual({ type: 'watch', kind: 'room', id: 'r', after: 6 });
    expect(requests).not.toContainEqual(expect.objectContaining({ id: 's' }));
    streams.stop();
  });
});
