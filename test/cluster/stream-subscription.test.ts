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

  it('waits before it asks again for what its publisher does not have', async () => {
    const log = [6, 7, 9, 10].map((seq) => ({ seq }));
    const asked: (number | null)[] = [];
    const later: (() => void)[] = [];
    const problems: string[] = [];
    const received: number[] = [];
    const subscription = new StreamSubscription<StreamItem>({
      connect: async (after, onItem) => {
        asked.push(after);
        for (const item of log) if (item.seq > (after ?? 5)) onItem(item);
        return { from: 'owner', stop: () => undefined, seq: after ?? 5 };
      },
      scheduleReconnect: (run) => later.push(run),
      onError: (what) => problems.push(what),
    });
    subscription.add(({ seq }) => received.push(seq));
    await poll(() => later.length === 1, { until: 'it waits' });
    expect([received, asked]).toEqual([
      [6, 7],
      [null, 7],
    ]);
    expect(problems).toEqual(['stream has a gap after 7 that its publisher does not fill']);
    expect(subscription.from).toBeNull();
    log.splice(2, 0, { seq: 8 });
    later[0]?.();
    await poll(() => received.length === 5, { until: 'the gap is filled' });
    expect([received, later.length]).toEqual([[6, 7, 8, 9, 10], 1]);
  });

  it('tells nothing twice', async () => {
    const { subscription, asked, received, publish } = subscribe();
    await subscription.ready();
    publish(4, 5, 6, 6, 5, 7);
    expect([asked, received]).toEqual([[null], [6, 7]]);
  });
});
