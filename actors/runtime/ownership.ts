import type { Cause } from './client.js';

/**
 * The owner of an actor at this moment. A single node owns every actor; in a cluster the leases decide.
 * It protects reads and saves work; writes are protected by the log and the guards.
 */
export interface Ownership {
  /** Written into every entry that is appended. It changes when this node begins another life. */
  token(): string;
  /** Whether decisions of this node may leave. Asked at the very moment at which they would. */
  holds(id: string): boolean;
  /** Whether new commands are accepted. A slot that is being handed over only finishes its work. */
  takes(id: string): boolean;
  /** Carries out elsewhere, if possible, a message of an actor here to an actor that is not here. */
  tell(kind: string, id: string, command: { type: string }, cause?: Cause): void;
  /** An actor here was written in a format of a newer version, so that this node cannot answer for it. */
  lacks?(format: number): void;
  /** The newest format that each living node knows. A node that is alone knows everything that it writes. */
  format?(): number;
}

/** A node that holds its store alone. */
export function soleOwnership(token: string): Ownership {
  return {
    token: () => token,
    holds: () => true,
    takes: () => true,
    // Nobody else lives. What was evicted while it was busy is looked at when the next process loads it.
    tell: () => undefined,
  };
}

/** An actor was written by a newer version: this one can neither own it nor answer for it. */
export class UnknownFormat extends Error {
  override name = 'UnknownFormat';
  /** The format that is needed at least. */
  readonly needs: number;

  constructor(what: string, needs: number) {
    super(`${what} needs format ${needs} of a newer version`);
    this.needs = needs;
  }
}

/** A document that a newer version has written carries the format that it needs. */
export function refuseNewer(what: string, doc: object | null, known: number): void {
  const { format = 1 }: { format?: number } = doc ?? {};
  if (format > known) throw new UnknownFormat(what, format);
}

/** A node that cannot answer for an actor looks for another one that can. */
export function reportLack(error: unknown, { lacks }: Pick<Ownership, 'lacks'>): void {
  if (error instanceof UnknownFormat) lacks?.(error.needs);
}
