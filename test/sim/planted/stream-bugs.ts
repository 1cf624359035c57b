/** Mistakes in what is told: to followers, and to those who asked. */

import { Router } from '#actors/cluster/router.js';
import { StreamPublisher } from '#actors/cluster/streams/stream-publisher.js';
import { StreamSubscriptions } from '#actors/cluster/streams/stream-subscriptions.js';
import type { RoomItem } from '#actors/room/commands.js';
import type { ActorClient } from '#actors/runtime/client.js';
import { Gate, type Held } from '#actors/runtime/gate.js';
import type { Output, Turned } from '#actors/runtime/kind.js';
import type { Envelope } from '#actors/runtime/mailbox.js';
import { failUnavailable } from '#actors/runtime/settle.js';
import type { PlantedBug } from '../planted-bugs.js';
import { changedKind } from './changed-kind.js';
import { changedMethod } from './changed-method.js';

type AnySubscriptions = StreamSubscriptions<RoomItem>;
type Listener = (item: RoomItem) => void;
type AnyClient = ActorClient<{ type: string }, Record<string, unknown>>;

export const streamBugs: PlantedBug[] = [
  {
    name: 'who watches again is told from the newest entry on',
    plant: () => ({}),
    patch: () =>
      changedMethod(StreamPublisher.prototype as StreamPublisher<RoomItem>, 'subscribe', (real) => {
        return function (this: StreamPublisher<RoomItem>, from: string, streams: readonly [string, number | null][]) {
          return real.call(
            this,
            from,
            streams.map(([id]) => [id, null]),
          );
        };
      }),
  },
  {
    name: 'a follower takes no notice of holes',
    plant: () => ({}),
    patch: ignoredHoles,
  },
  {
    name: 'followers stay with who told them before',
    plant: () => ({}),
    patch: () =>
      changedMethod(StreamSubscriptions.prototype as AnySubscriptions, 'onOwnersChanged', () => () => undefined),
  },
  {
    name: 'followers are not told that something did not arrive',
    plant: () => ({}),
    patch: () => changedMethod(StreamSubscriptions.prototype as AnySubscriptions, 'onMissed', () => () => undefined),
  },
  {
    name: 'the place of a room that comes into memory is taken for its newest entry',
    isRare: true,
    plan: { faults: ['crash', 'stop', 'cut link'] },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        async load(id, io) {
          const { outputs = [], ...loaded } = await kind.load(id, io);
          return { ...loaded, outputs: outputs.map(withoutPlace) };
        },
      })),
  },
  {
    name: 'who is sent away is no part of the stream',
    plant: () => ({}),
    patch: () => changedKind('room', (kind) => ({ ...kind, turn: (...args) => withoutMoves(kind.turn(...args)) })),
  },
  {
    name: 'reads do not wait for what they have seen to be durable',
    plan: { faults: ['crash at a point', 'store trouble', 'crash'] },
    plant: () => ({}),
    patch: hastyReads,
  },
  {
    name: 'what may not leave at the moment is forgotten',
    isRare: true,
    // What is slow is slower than leases are long, and there is always something on its way to the store.
    plan: { nodes: ['a', 'b', 'c'], people: 6, rooms: 3, leaseMs: 2_000, thinkMs: 60, faultsMs: 1_000 },
    plant: () => ({}),
    patch: forgottenOutputs,
  },
  {
    name: 'an unknown outcome is tried again as something new',
    plant: () => ({}),
    patch: () =>
      changedMethod(Router.prototype, 'client', (real) => {
        return function (this: Router, kind: string) {
          return renewing(real.call(this, kind) as unknown as AnyClient);
        };
      }),
  },
];

/** Whatever comes is told at once, if it is newer than what was told before. */
function ignoredHoles(): () => void {
  const listeners = new WeakMap<AnySubscriptions, Map<string, Set<Listener>>>();
  const of = (followers: AnySubscriptions, id: string) => {
    const all = listeners.get(followers) ?? new Map<string, Set<Listener>>();
    listeners.set(followers, all);
    const found = all.get(id) ?? new Set<Listener>();
    all.set(id, found);
    return found;
  };
  const undoWatch = changedMethod(StreamSubscriptions.prototype as AnySubscriptions, 'watch', (real) => {
    return function (this: AnySubscriptions, id: string, listener: Listener) {
      let last = 0;
      const hear = (item: RoomItem) => {
        if (item.seq <= last || item.isPlace) return;
        last = item.seq;
        listener(item);
      };
      of(this, id).add(hear);
      const stop = real.call(this, id, hear);
      return () => {
        of(this, id).delete(hear);
        stop();
      };
    };
  });
  const undoHear = changedMethod(StreamSubscriptions.prototype as AnySubscriptions, 'onItem', (real) => {
    return function (this: AnySubscriptions, from: string, id: string, item: RoomItem) {
      for (const hear of of(this, id)) hear(item);
      real.call(this, from, id, item);
    };
  });
  return () => {
    undoWatch();
    undoHear();
  };
}

function withoutPlace(output: Output): Output {
  if (output.to !== 'stream') return output;
  const { isPlace: _, ...item } = output.item as RoomItem;
  return { ...output, item };
}

function withoutMoves(turned: Turned): Turned {
  if (turned.kind !== 'commit') return turned;
  const outputs = turned.outputs.map((output) =>
    output.to === 'stream' ? { ...output, item: { ...(output.item as RoomItem), moves: [] } } : output,
  );
  return { ...turned, outputs };
}

/** What comes with no unit of its own is let out at once. */
function hastyReads(): () => void {
  const lastUnit = new WeakMap<object, number>();
  return changedMethod(Gate.prototype as Gate<unknown>, 'push', (real) => {
    return function (this: Gate<unknown>, held: Held<unknown>) {
      const isRead = held.envelope !== null && held.unit > 0 && lastUnit.get(this) === held.unit;
      lastUnit.set(this, held.unit);
      if (isRead) this.tryRelease(held);
      else real.call(this, held);
    };
  });
}

/** Whoever asked is told to ask again; whoever follows is told nothing. */
function forgottenOutputs(): () => void {
  return changedMethod(Gate.prototype as Gate<Envelope<unknown>>, 'tryRelease', (real) => {
    return function (this: Gate<Envelope<unknown>>, held: Held<Envelope<unknown>>) {
      if (!real.call(this, held) && held.envelope) failUnavailable(held.envelope);
      return true;
    };
  });
}

function renewing(client: AnyClient): AnyClient {
  let renewals = 0;
  const tryAsk: AnyClient['tryAsk'] = async (id, command, options) => {
    const answer = await client.tryAsk(id, command, options);
    if (answer.ok || answer.code !== 'unavailable' || command.type !== 'send_message') return answer;
    renewals += 1;
    const { draft } = command as unknown as { draft: { clientId: string } };
    const renewed = { ...command, draft: { ...draft, clientId: `${draft.clientId} again ${renewals}` } };
    return client.tryAsk(id, renewed, options);
  };
  return { ...client, tryAsk };
}
