/** What the runtime tells of its actors as it goes. Who counts it, and for whom, is not its business. */

/** Commands that wait for one actor. */
export interface Depth {
  kind: string;
  id: string;
  depth: number;
}

export interface ActorWatch {
  /** An actor came into memory, or left it. */
  came(kind: string): void;
  went(kind: string): void;
  /** A command is being decided. */
  began(kind: string, command: string): void;
  /** What a command decided is durable. */
  landed(kind: string, id: string, command: string): void;
  /** Told with every sweep: how many are here, what waits for them in all, and where the most waits. */
  actors(count: number, waiting: number, deepest: readonly Depth[]): void;
}

const DEEPEST_MAX = 8;

/** Taken along by the sweep, which meets every actor anyway. */
export function createCensus() {
  const deepest: Depth[] = [];
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },
    /** The deepest first. */
    deepest,
    saw(kind: string, id: string, depth: number): void {
      if (depth === 0) return;
      waiting += depth;
      const least = deepest.at(-1);
      if (deepest.length === DEEPEST_MAX && least && least.depth >= depth) return;
      if (deepest.length === DEEPEST_MAX) deepest.pop();
      const at = deepest.findIndex((other) => other.depth < depth);
      deepest.splice(at < 0 ? deepest.length : at, 0, { kind, id, depth });
    },
  };
}
