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

  /** Each attempt to connect is answered by the test. */
  function attempts() {
    const open: { answer(from: string | null): void; publish(seq: number): void }[] = [];
    const stopped: string[] = [];
    const later: (() => void)[] = [];
    const subscription = new StreamSubscription<StreamItem>({
      connect: (_, onItem) =>
        new Promise((resolve) => {
          const answer = (from: string | null) =>
            resolve(from === null ? null : { from, stop: () => void stopped.push(from), seq: 5 });
          open.push({ answer, publish: (seq) => onItem({ seq }) });
        }),
      scheduleReconnect: (run) => later.push(run),
      onError: (what) => void stopped.push(what),
    });
    const received: number[] = [];
    subscription.add(({ seq }) => received.push(seq));
    const answered = async (at: number, from: string | null) => {
      open[at]?.answer(from);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { subscription, open, stopped, later, received, answered };
  }

  it('ends with its last listener: a source that answers later is stopped, and none is asked for again', async () => {
    const late = attempts();
    late.subscription.stop();
    await late.answered(0, 'a');
    expect([late.stopped, late.subscription.from, late.subscription.lastSeq]).toEqual([['a'], null, null]);
    const nobody = attempts();
    nobody.subscription.stop();
    await nobody.answered(0, null);
    expect([nobody.later, nobody.stopped]).toEqual([[], []]);
    const waiting = attempts();
    await waiting.answered(0, null);
    waiting.subscription.stop();
    for (const run of waiting.later) run();
    expect([waiting.later.length, waiting.open.length]).toEqual([1, 1]);
  });

  it('asks one publisher at a time, and takes nothing more from an earlier one', async () => {
    const { subscription, open, stopped, received, answered } = attempts();
    subscription.connect();
    expect(open).toHaveLength(1);
    await answered(0, 'a');
    open[0]?.publish(6);
    subscription.connect();
    await answered(1, 'b');
    open[0]?.publish(7);
    expect([received, stopped, subscription.from]).toEqual([[6], ['a'], 'b']);
    open[1]?.publish(7);
    expect(received).toEqual([6, 7]);
  });

  it('that had a gap waits for one attempt alone, and for none after its end', async () => {
    const { subscription, open, later, received, answered } = attempts();
    await answered(0, 'a');
    open[0]?.publish(7);
    await answered(1, 'a');
    open[1]?.publish(7);
    expect([later.length, received]).toEqual([1, []]);
    subscription.stop();
    later[0]?.();
    expect(open).toHaveLength(2);
  });
});
