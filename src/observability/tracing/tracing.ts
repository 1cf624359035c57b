/**
 * What the service records of a trace, without the packages that record it: they are loaded only if a collector is set
 * (`open-tracing.ts`). A *place* is a W3C `traceparent` of a span that is recorded; work without one costs nothing.
 */

/** A span that has begun. */
export interface TraceSpan {
  /** For everything that follows from it. */
  readonly place: string;
  set(name: string, value: string | number): void;
  rename(name: string): void;
  /** With the code of a refusal, if there was one. */
  end(refusal?: string | null): void;
}

/** A command on its way through an actor. */
export interface CommandSpan {
  readonly place: string;
  /** It waits no longer: its turn begins. */
  turned(): void;
  /** The turn has decided; from here on its answer waits for the commit, or for those before it. */
  decided(): void;
  /** It is answered: null, or the code of a refusal. */
  settled(refusal: string | null): void;
}

export interface Tracing {
  /** The work of a client. Null if it is not recorded. `traceparent` as the client has sent it, even if it is none. */
  root(name: string, traceparent: string | undefined, link?: string | null): TraceSpan | null;
  /** A command has come to an actor. */
  arrived(kind: string, command: string, parent: string): CommandSpan;
  /** A commit that these commands are part of begins. Returns its end. */
  batch(commands: readonly CommandSpan[], units: number): () => void;
  /** A command goes to another node. */
  hop(node: string, parent: string): TraceSpan;
  /** An event goes to sockets of this node. */
  delivery(parent: string): TraceSpan;
  /** A push goes to a phone. */
  push(parent: string): TraceSpan;
  /** Exports what waits, for two seconds at most. */
  close(): Promise<void>;
}
