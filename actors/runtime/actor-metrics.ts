/** Events of the actor runtime for metrics. The runtime itself counts nothing. */

/** Commands that wait for one actor. */
export interface MailboxDepth {
  kind: string;
  id: string;
  depth: number;
}

export interface ActorObserver {
  /** An actor was activated, or passivated. */
  activated(kind: string): void;
  passivated(kind: string): void;
  /** A command is being decided. */
  began(kind: string, command: string): void;
  /** The outcome of a command is durable. */
  committed(kind: string, id: string, command: string): void;
  /** Called with every sweep: active actors, waiting commands, and the deepest mailboxes. */
  actors(count: number, waiting: number, deepest: readonly MailboxDepth[]): void;
}

/** A command of a trace that is recorded. */
export interface CommandTrace {
  /** The place of what follows from it. */
  readonly place: string;
  /** Its turn begins. */
  turned(): void;
  /** Its turn has decided. */
  decided(): void;
  /** It is answered: null, or the code of a refusal. */
  settled(refusal: string | null): void;
}

/** Asked for commands whose cause has a place in a trace, and for nothing else. */
export interface ActorTracer {
  arrived(kind: string, command: string, parent: string): CommandTrace;
  /** A commit of so many units begins, with these commands among them. Returns its end. */
  batch(commands: readonly CommandTrace[], units: number): () => void;
}

const DEEPEST_MAILBOXES_MAX = 8;

/** Filled by the sweep, which visits every actor anyway. */
export function createMailboxStats() {
  const deepest: MailboxDepth[] = [];
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },
    /** The deepest first. */
    deepest,
    observe(kind: string, id: string, depth: number): void {
      if (depth === 0) return;
      waiting += depth;
      const least = deepest.at(-1);
      if (deepest.length === DEEPEST_MAILBOXES_MAX && least && least.depth >= depth) return;
      if (deepest.length === DEEPEST_MAILBOXES_MAX) deepest.pop();
      const at = deepest.findIndex((other) => other.depth < depth);
      deepest.splice(at < 0 ? deepest.length : at, 0, { kind, id, depth });
    },
  };
}
