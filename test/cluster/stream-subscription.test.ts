import {
  type StreamItem,
  StreamSubscription,
  type SubscribeAttempt,
} from '#actors/cluster/streams/stream-subscription.js';

const attemptAt = (to: string): SubscribeAttempt<StreamItem> => ({ to, buffered: [] });

/** A stream that is received from its publisher, and what its listener has heard. */
function subscription(position: number | null = 5) {
  const stream = new StreamSubscription<StreamItem>('r');
  const received: number[] = [];
  const listener = ({ seq }: StreamItem) => void received.push(seq);
  stream.add(listener);
  expect(stream.begin(attemptAt('owner'))).toBeNull();
  stream.connected(position);
  /** Whether something before the item is missing. */
  const take = (seq: number, isPlace?: true) => stream.take({ seq, ...(isPlace && { isPlace }) });
  return { stream, received, listener, take };
}

describe('a stream from another node', () => {
  it('has no hole, not even of one item: what is missing is asked for before anything later is told', () => {
    const { stream, received, take } = subscription();
    expect([take(6), take(8)]).toEqual([false, true]);
    expect(received).toEqual([6]);
    expect(stream.begin(attemptAt('owner'))).toBe(6);
    // Live items may come before those that were missed.
    expect([take(9), take(7), take(8)]).toEqual([false, false, false]);
    expect(stream.connected(8)).toBe(false);
    expect(received).toEqual([6, 7, 8, 9]);
  });

  it('tells nothing twice', () => {
    const { received, take } = subscription();
    for (const seq of [4, 5, 6, 6, 5, 7]) expect(take(seq)).toBe(false);
    expect(received).toEqual([6, 7]);
  });

  it('has a hole when its publisher was further than what has come', () => {
    const { stream, take } = subscription();
    stream.begin(attemptAt('owner'));
    take(6);
    expect(stream.connected(7)).toBe(true);
    expect(stream.begin(attemptAt('owner'))).toBe(6);
    take(8);
    expect(stream.connected(6)).toBe(true);
  });

  it('asks for what it missed when it hears only how far the actor is', () => {
    const { received, take } = subscription();
    expect([take(5, true), take(6, true)]).toEqual([false, true]);
    expect(received).toEqual([]);
  });

  it('fills a hole at once, and the same one later', () => {
    const { stream, take } = subscription();
    take(7);
    expect([stream.fillsGap(), stream.fillsGap()]).toEqual([true, false]);
    take(6);
    expect([stream.fillsGap(), stream.fillsGap()]).toEqual([true, false]);
  });

  it('of an actor that nobody needs begins with the first that comes: its place, or an item', () => {
    const idle = subscription(null);
    expect([idle.stream.lastSeq, idle.take(9, true), idle.stream.lastSeq]).toEqual([null, false, 9]);
    idle.take(10);
    expect(idle.received).toEqual([10]);
    const other = subscription(null);
    expect([other.take(9), other.received]).toEqual([false, [9]]);
  });

  it('begins where its readers are, when some have read from elsewhere', () => {
    const { stream, received, take } = subscription(null);
    const reader = Object.assign(() => undefined, { positionIn: () => 7 });
    const behind = Object.assign(() => undefined, { positionIn: (id: string) => (id === 'r' ? 6 : null) });
    stream.add(reader);
    expect(stream.isAwaited).toBe(true);
    stream.add(behind);
    // The place was lost, and so was the seventh.
    expect([take(8), stream.lastSeq, received]).toEqual([true, 6, []]);
    const asked = subscription(null).stream;
    asked.add(reader);
    expect([asked.begin(attemptAt('owner')), asked.lastSeq]).toEqual([7, 7]);
    expect(subscription(null).stream.isAwaited).toBe(false);
  });

  it('is used while somebody listens, however many there are', () => {
    const { stream, listener, received, take } = subscription();
    const heard: number[] = [];
    const [second, third] = [5, 6].map(
      () =>
        ({ seq }: StreamItem) =>
          void heard.push(seq),
    );
    if (!second || !third) return;
    stream.add(second);
    stream.add(second);
    stream.add(third);
    take(6);
    stream.remove(third);
    take(7);
    stream.remove(listener);
    take(8);
    expect([received, heard, stream.isUnused]).toEqual([[6, 7], [6, 6, 7, 8], false]);
    stream.remove(second);
    stream.remove(second);
    expect(stream.isUnused).toBe(true);
  });
});
