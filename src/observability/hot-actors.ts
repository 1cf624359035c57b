/** Which rooms are talked in most and which actors are waited for most, since it was last asked. Bounded. */
import { HeavyHitters } from './heavy-hitters.js';

export type Deepest = readonly { kind: string; id: string; depth: number }[];

export interface HotActors {
  committed(kind: string, id: string, command: string): void;
  waited(deepest: Deepest): void;
  /** Since the last time. */
  take(): Hot;
}

export interface Hot {
  /** Messages in the rooms with most of them. */
  rooms: [id: string, messages: number][];
  /** The longest mailboxes that were seen. */
  mailboxes: { kind: string; id: string; depth: number }[];
}

/** What a message is, to the runtime. */
export const MESSAGE = 'send_message';

const ROOMS_KEPT = 64;
const ROOMS_TOLD = 16;
const MAILBOXES_TOLD = 8;

export function createHotActors(): HotActors {
  const rooms = new HeavyHitters(ROOMS_KEPT);
  let mailboxes: Hot['mailboxes'] = [];
  return {
    committed(kind, id, command) {
      if (kind === 'room' && command === MESSAGE) rooms.add(id);
    },
    waited(deepest) {
      if (deepest.length > 0) mailboxes = deepestOf([...deepest, ...mailboxes]);
    },
    take() {
      const taken = { rooms: rooms.top(ROOMS_TOLD), mailboxes };
      rooms.clear();
      mailboxes = [];
      return taken;
    },
  };
}

/** Of each actor the longest. */
function deepestOf(seen: Deepest): Hot['mailboxes'] {
  const sorted = [...seen].sort((one, other) => other.depth - one.depth);
  const first = new Map<string, Deepest[number]>();
  for (const each of sorted) if (!first.has(`${each.kind} ${each.id}`)) first.set(`${each.kind} ${each.id}`, each);
  return [...first.values()].slice(0, MAILBOXES_TOLD);
}
