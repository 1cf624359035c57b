/** What the messages of other nodes about one kind of streams lead to. */
import type { NodeMessage } from '#actors/cluster/messages.js';
import { KindStreams } from '#actors/cluster/streams/kind-streams.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { slotOf } from '#src/domain/slots.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';
import { type Item, PagedLog } from './paged-log.js';

/** The node `a1`, which publishes nothing, beside `b1`, which publishes everything. */
async function subscribed() {
  const env = new VirtualEnv();
  const network = new MemoryNetwork();
  const [transport, other] = [network.join(), network.join()];
  void transport.listen('a1');
  void other.listen('b1');
  other.onRequest(async (_, body) => {
    const { streams } = body as { streams: unknown[] };
    return { type: 'subscribed', session: 1, positions: streams.map(() => 5) };
  });
  const streams = new KindStreams({
    kind: 'room',
    here: new StreamHub<Item>(() => undefined),
    coordinator: { token: 'a1', takes: () => false, ownerOf: () => ({ name: 'b', token: 'b1' }) },
    transport,
    isInMemory: () => false,
    replay: new PagedLog(2).replay,
    later: async () => new Set(),
    env,
    onError: () => undefined,
  });
  const received: number[] = [];
  streams.subscriptions.watch('r', ({ seq }) => void received.push(seq));
  await streams.subscriptions.ready('r');
  transport.asked.length = 0;
  return { env, streams, transport, received };
}

describe('a message of another node about streams', () => {
  it('of the previous version that a stream ended or lost something leads to another subscription', async () => {
    const { streams, transport } = await subscribed();
    streams.onMessage('b1', { type: 'unwatched', kind: 'room', ids: ['r'] });
    await breath();
    expect(transport.asked.map(({ body }) => (body as { streams: unknown }).streams)).toEqual([[['r', 5]]]);
  });

  it('that only a newer version knows leads to nothing', async () => {
    const { streams, transport, received } = await subscribed();
    streams.onMessage('b1', { type: 'of_later', kind: 'room', ids: ['r'] } as unknown as NodeMessage as never);
    await breath();
    expect([transport.asked, transport.sent, received]).toEqual([[], [], []]);
    streams.onMessage('b1', { type: 'item', kind: 'room', id: 'r', item: { seq: 6 }, as: [1, 1] });
    expect(received).toEqual([6]);
  });

  it('that it has given a slot away leads to another subscription', async () => {
    const { streams, env, transport } = await subscribed();
    streams.onMessage('b1', { type: 'ended', kind: 'room', slot: slotOf('r'), as: [1, 1] });
    await env.advance(250);
    await breath();
    expect(transport.asked.map(({ body }) => (body as { streams: unknown }).streams)).toEqual([[['r', 5]]]);
  });
});
