import { type StreamItem, StreamSubscription } from '#actors/cluster/stream-subscription.js';
import { poll } from '../support/time/poll.js';

/** A stream that begins behind its fifth item, and what was asked of it. */
function subscribe() {
  const asked: (number | null)[] = [];
  let publish: (item: StreamItem) => void = () => undefined;
  const subscription = new StreamSubscription<StreamItem>({
    connect: async (after, onItem) => {
      asked.push(after);
      publish = onItem;
      return { from: 'owner', stop: () => undefined, seq: after ?? 5 };
    },
    scheduleReconnect: () => undefined,
    onError: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  const received: number[] = [];
  subscription.add(({ seq }) => received.push(seq));
  return { subscription, asked, received, publish: (...seqs: number[]) => seqs.map((seq) => publish({ seq })) };
}

describe('a stream from another node', () => {
  it('has no hole, not even of one item: what is missing is asked for before anything later is told', async () => {
    const { subscription, asked, received, publish } = subscribe();
    await subscription.ready();
    publish(6, 8);
    await poll(() => asked.length === 2, { until: 'it asks again' });
    expect([asked, received]).toEqual([[null, 6], [6]]);
    await subscription.ready();
    publish(7, 8, 9);
    expect(received).toEqual([6, 7, 8, 9]);
    expect(asked).toHaveLength(2);
  });

  it('tells nothing twice', async () => {
    const { subscription, asked, received, publish } = subscribe();
    await subscription.ready();
    publish(4, 5, 6, 6, 5, 7);
    expect([asked, received]).toEqual([[null], [6, 7]]);
  });
});
