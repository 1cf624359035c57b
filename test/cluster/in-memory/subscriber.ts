import type { NodeMessage, NodeRequest, StreamPosition } from '#actors/cluster/messages.js';
import { StreamPositions } from '#actors/cluster/streams/stream-positions.js';
import { StreamSubscriptions } from '#actors/cluster/streams/stream-subscriptions.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';
import { type Item, PagedLog, type Replay } from './paged-log.js';

type Subscribe = Extract<NodeRequest, { type: 'subscribe' }>;

/** The moment over which subscriptions to slots that moved are spread. */
export const SPREAD_MS = 250;

/** The node `a1` beside `b1`; the streams are published by `at.owner`, where all are at `at.position`. */
export function subscriber(replay: Replay = new PagedLog(5).replay) {
  const env = new VirtualEnv();
  const network = new MemoryNetwork();
  const [transport, other] = [network.join(), network.join()];
  void transport.listen('a1');
  void other.listen('b1');
  const at = { owner: 'b1' as string | null, token: 'a1', position: 5 as StreamPosition, isHere: false, session: 1 };
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
  const positions = new StreamPositions<Item>({
    takes: () => at.isHere,
    isInMemory: () => true,
    replay,
    later: async () => new Set(),
    env,
    onError,
  });
  const shared = { kind: 'room', here, positions, coordinator, transport, env, onError };
  const streams = new StreamSubscriptions<Item>(shared);
  const answer = async (_: string, body: unknown) => {
    const { streams: asked } = body as Subscribe;
    return { type: 'subscribed', session: at.session, positions: asked.map(() => at.position) };
  };
  other.onRequest(answer);
  const received: number[] = [];
  const watch = (id: string) => streams.watch(id, ({ seq }) => void received.push(seq));
  /** What was asked for: where, and from which positions. */
  const asked = () =>
    transport.asked.splice(0).map(({ to, body }): [string, Subscribe['streams']] => [to, (body as Subscribe).streams]);
  const sent = () => transport.sent.splice(0) as [string, NodeMessage][];
  const rounds = async (count = 4) => {
    for (let n = 0; n < count; n += 1) await breath();
  };
  return { env, streams, transport, other, network, at, here, errors, received, answer, watch, asked, sent, rounds };
}
