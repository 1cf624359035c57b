/** The rooms with the most messages and the actors with the longest mailboxes, since the last call. Bounded. */
import { HeavyHitters } from './heavy-hitters.js';

export type Deepest = readonly { kind: string; id: string; depth: number }[];

export interface HotActors {
  committed(kind: string, id: string, command: string): void;
  waited(deepest: Deepest): void;
  /** Returns the values since the last call. */
  take(): Hot;
}

export interface Hot {
  /** Messages in the busiest rooms. */
  rooms: [id: string, messages: number][];
  /** The longest observed mailboxes. */
  mailboxes: { kind: string; id: string; depth: number }[];
}

/** The runtime's name of a message. */
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

/** The largest depth of each actor. */
function deepestOf(seen: Deepest): Hot['mailboxes'] {
  const sorted = [...seen].sort((one, other) => other.depth - one.depth);
  const first = new Map<string, Deepest[number]>();
  for (const each of sorted) if (!first.has(`${each.kind} ${each.id}`)) first.set(`${each.kind} ${each.id}`, each);
  return [...first.values()].slice(0, MAILBOXES_TOLD);
}
